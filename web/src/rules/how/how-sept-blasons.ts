import type { Section } from "../how";

export default [
  {
    cards: ["contades_bourgeois", "token_guilloux", "token_bellay"],
    en: [
      "What it is about",
      "Seven families quarrel over tokens with their arms. In tricks you win cards of other families; tokens in front of you say what those cards are worth. For each family the two are multiplied, and only your best product counts.",
    ],
    fr: [
      "De quoi il s’agit",
      "Sept familles se disputent des blasons. Les plis vous rapportent des cartes d’autres familles ; les blasons posés devant vous disent ce qu’elles valent. Pour chaque famille on multiplie les deux, et seul votre meilleur produit compte.",
    ],
  },
  {
    cards: ["token_aubigny", "token_la_ferte", "token_rochebrune"],
    en: [
      "Before a round",
      "You hold the eight cards of your own family, as everybody does: all know what you have left. A few tokens lie in front of each player, one of them face up, and the others in the pool. What lies face down nobody knows.",
    ],
    fr: [
      "Avant une manche",
      "Vous tenez les huit cartes de votre famille, comme chacun : tous savent ce qu’il vous reste. Quelques blasons sont devant chacun, dont un visible, et les autres dans la réserve. Ceux qui sont cachés, personne ne les connaît.",
    ],
  },
  {
    cards: ["grandbois_manant", "grandbois_menetrier", "grandbois_magistrat", "grandbois_religieux", "grandbois_intendant", "grandbois_bourgeois", "grandbois_malandrin"],
    explained: true,
    en: [
      "A trick and its powers",
      "Everybody plays one card, any one. When all lie there, their powers are used in the order of play. A power must be used if it can be.",
    ],
    fr: [
      "Un pli et ses pouvoirs",
      "Chacun joue une carte, celle qu’il veut. Quand toutes sont posées, les pouvoirs agissent dans l’ordre du jeu. Un pouvoir doit servir s’il le peut.",
    ],
  },
  {
    en: [
      "Who wins it",
      "The highest value wins. Two equal highest values cancel each other, and the next one wins; if that is shared as well, nobody does.",
      "The winner turns up a face-down token of any player, or takes one out of the pool, then collects the cards and leads the next trick. Eight tricks make a round.",
    ],
    fr: [
      "Qui l’emporte",
      "La plus haute valeur gagne. Deux plus hautes valeurs égales s’annulent, et la suivante gagne ; si elle aussi est double, personne ne gagne.",
      "Le gagnant retourne un blason caché d’un joueur, ou en prend un dans la réserve, puis ramasse les cartes et entame le pli suivant. Huit plis font une manche.",
    ],
  },
  {
    cards: ["token_bellay", "token_bellay", "bellay_bourgeois", "bellay_intendant"],
    en: [
      "The score",
      "For each family but your own: your face-up tokens of it, times the sum of the values you won of it. Two Bellay tokens and Bellay cards of 7 and 5 make 2 × 12 = 24. The largest product is your score of the round. Face-down tokens count nothing.",
      "After three rounds most points win. A tie for the first place is played off with one more round.",
    ],
    fr: [
      "Les points",
      "Pour chaque famille sauf la vôtre : vos blasons visibles de cette famille, fois la somme des valeurs que vous en avez gagnées. Deux blasons Bellay et des cartes Bellay de 7 et de 5 font 2 × 12 = 24. Le plus grand produit est votre score de la manche. Les blasons cachés ne comptent pas.",
      "Après trois manches, le plus de points gagne. Une égalité à la première place se départage par une manche de plus.",
    ],
  },
] satisfies readonly Section[];
