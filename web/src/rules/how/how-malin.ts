import type { Section } from "../how";

export default [
  {
    en: [
      "What it is about",
      "Say how many tricks you will take, and take exactly as many. Each trick too many or too few costs a point. Everybody begins with 10; when somebody is down to 0, whoever has most points wins.",
    ],
    fr: [
      "De quoi il s’agit",
      "Annoncez combien de plis vous ferez, et faites-en exactement autant. Chaque pli de trop ou de moins coûte un point. On commence avec 10 ; dès que quelqu’un tombe à 0, le plus de points gagne.",
    ],
  },
  {
    cards: ["7", "29", "twin", "wish"],
    en: [
      "The cards",
      "The numbers 1 to 34, two twins and one wish. A twin is 0 or 35, as its player says. The wish is any number from 0 to 35, said when it is played. With three players the numbers go to 19 and the top is 20.",
      "Before each round one card is set aside, for all to see: it is missing in this round.",
    ],
    fr: [
      "Les cartes",
      "Les nombres de 1 à 34, deux jumeaux et un vœu. Un jumeau vaut 0 ou 35, au choix de qui le joue. Le vœu vaut le nombre que l’on dit, de 0 à 35. À trois, les nombres vont jusqu’à 19 et le plus haut est 20.",
      "Avant chaque manche, une carte est écartée à la vue de tous : elle manque à cette manche.",
    ],
  },
  {
    en: [
      "Announce",
      "From the dealer’s left each says how many tricks they will take. No number may be said twice, and the sum so far may never be the number of tricks. So it never works out for everybody.",
    ],
    fr: [
      "Annoncer",
      "À partir de la gauche du donneur, chacun dit combien de plis il fera. Aucun nombre ne peut être dit deux fois, et la somme ne peut jamais être le nombre de plis. Le compte ne tombe donc jamais juste pour tous.",
    ],
  },
  {
    cards: ["12", "31", "14"],
    en: [
      "The tricks",
      "The dealer’s left leads. Everybody lays any card: there are no suits, and nothing must be followed. The highest takes the trick and leads the next one. Of equal cards the one laid first is the higher.",
      "The boxes beside each name fill with tricks taken, out of those announced.",
    ],
    fr: [
      "Les plis",
      "La gauche du donneur entame. Chacun pose la carte qu’il veut : il n’y a ni couleur ni obligation. La plus forte prend le pli et entame le suivant. À égalité, la première posée l’emporte.",
      "Les cases à côté de chaque nom se remplissent des plis faits, sur ceux annoncés.",
    ],
  },
  {
    en: [
      "The count",
      "After the last trick everybody loses the difference between contract and tricks taken. Who announced 3 and took 5 loses 2. The score sheet shows it round by round, and what it would be if the round ended now.",
    ],
    fr: [
      "Le compte",
      "Après le dernier pli, chacun perd la différence entre son contrat et ses plis. Qui a annoncé 3 et fait 5 perd 2. La feuille de score le montre manche par manche, et dit ce qu’il en serait si l’on s’arrêtait là.",
    ],
  },
  {
    en: [
      "With Malheurs",
      "An option adds small misfortunes. Everybody begins with one and gets another at each odd number of points on the way down. They are used after the announcements, before laying a card, or when a trick lies complete. They raise or lower cards, swap them, turn a trick over, or change a contract.",
      "Who holds one is asked in each window, whatever it is: so nobody learns what you hold. Press a card for long, or point at it, and it says what it does.",
    ],
    fr: [
      "Avec les malheurs",
      "Une option ajoute de petits malheurs. On en a un au départ, et un autre à chaque nombre impair de points en descendant. Ils servent après les annonces, avant de poser une carte, ou quand le pli est complet. Ils haussent ou baissent des cartes, les échangent, renversent un pli ou changent un contrat.",
      "Qui en a un est interrogé à chaque fois, quel qu’il soit : personne n’apprend ainsi ce que vous tenez. Appuyez longtemps sur une carte, ou pointez-la : elle dit ce qu’elle fait.",
    ],
  },
] satisfies readonly Section[];
