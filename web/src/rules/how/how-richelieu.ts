import type { Section } from "../how";

export default [
  {
    cards: ["bourgogne_2", "provence_1_tower", "anjou_1_cross"],
    en: [
      "What it is about",
      "Forty-eight cards lie open in four rows. By turns you take them from the ends of the rows, until none is left.",
      "A card belongs to one of nine regions. It has one or two shields, and perhaps a sword, a cross or a tower. Whoever alone has most shields of a region scores it; so it is with the three symbols. Nothing of a region or a symbol costs 5 points.",
    ],
    fr: [
      "De quoi il s’agit",
      "Quarante-huit cartes sont étalées en quatre rangées, faces visibles. À tour de rôle on les prend au bout des rangées, jusqu’à la dernière.",
      "Une carte est de l’une des neuf provinces. Elle porte un ou deux blasons, et parfois une épée, une croix ou une tour. Qui a seul le plus de blasons d’une province la marque ; de même pour les trois symboles. N’avoir rien d’une province ou d’un symbole coûte 5 points.",
    ],
  },
  {
    cards: ["champagne_1_sword", "champagne_1"],
    en: [
      "Your turn: take",
      "Take one card at the left or right end of any row. If it shows one shield only, you may take a second one: of the same region, with one shield as well, and at an end when you take it. It may be the neighbour that the first one uncovered.",
      "In the very first turn of the game only one card is taken.",
    ],
    fr: [
      "À votre tour : prendre",
      "Prenez une carte au bout d’une rangée, à gauche ou à droite. Si elle ne porte qu’un blason, vous pouvez en prendre une seconde : de la même province, à un blason elle aussi, et au bout d’une rangée au moment où vous la prenez. Ce peut être la voisine que la première vient de libérer.",
      "Au tout premier tour de la partie, on ne prend qu’une carte.",
    ],
  },
  {
    en: [
      "Your turn: protect",
      "You have three markers. After taking you may put one on any card that bears none. When all three lie on cards, you may move one instead.",
      "Whoever takes a card with somebody else’s marker pays with one of their own: it is out of play, and the other marker goes home to its owner. Without a marker left, one cannot take such a card. Your own marker comes back to you when you take the card.",
    ],
    fr: [
      "À votre tour : protéger",
      "Vous avez trois marqueurs. Après avoir pris, vous pouvez en poser un sur une carte qui n’en porte pas. Quand les trois sont posés, vous pouvez en déplacer un.",
      "Qui prend une carte marquée par un autre la paie d’un marqueur : celui-ci est hors jeu, et l’autre revient à son propriétaire. Sans marqueur, on ne peut pas la prendre. Votre propre marqueur vous revient quand vous prenez la carte.",
    ],
  },
  {
    cards: ["disc_bretagne", "disc_cross", "disc_marker_return"],
    en: [
      "The discs",
      "Eight face-down discs lie on the cards. Who takes the card takes its disc and looks at it; the others learn it at the end.",
      "A disc counts as one more shield of its region, or as one more of its symbol. A “marker return” brings a lost marker back whenever you like.",
    ],
    fr: [
      "Les jetons",
      "Huit jetons sont posés sur les cartes, faces cachées. Qui prend la carte prend le jeton et le regarde ; les autres le découvrent à la fin.",
      "Un jeton vaut un blason de plus de sa province, ou un symbole de plus. Un « retour de marqueur » vous rend un marqueur perdu, quand vous le voulez.",
    ],
  },
  {
    en: [
      "The end and the score",
      "The last card ends the game. For each region the most shields score their number, if one player alone has them; where two are equal nobody scores. So it is with swords, crosses and towers. Who has no card of a region or a symbol loses 5 for it; a disc alone does not save you.",
      "Most points win; when equal, fewer cards. The table below the rows shows who leads, and a “0!” warns that 5 points are at stake and little is left.",
    ],
    fr: [
      "La fin et les points",
      "La dernière carte finit la partie. Pour chaque province, le plus grand nombre de blasons marque ce nombre, s’il n’est qu’à un seul ; à égalité, personne ne marque. De même pour les épées, les croix et les tours. Qui n’a aucune carte d’une province ou d’un symbole perd 5 ; un jeton seul n’y change rien.",
      "Le plus de points gagne ; à égalité, le moins de cartes. Le tableau sous les rangées montre qui mène, et « 0 ! » avertit que 5 points sont en jeu et qu’il reste peu à prendre.",
    ],
  },
] satisfies readonly Section[];
