import type { Section } from "../how";

export default [
  {
    cards: ["yellow", "red", "green", "blue"],
    en: [
      "What it is about",
      "For four days the regents of Parbourg meet in four challenges a day: politics, war, intrigue and science. Whoever bets most in the colour of a challenge wins its token. Most tokens win the game.",
    ],
    fr: [
      "De quoi il s’agit",
      "Quatre jours durant, les régents de Parbourg s’affrontent en quatre défis par jour : politique, militaire, intrigue et science. Qui mise le plus dans la couleur du défi en gagne le jeton. Le plus de jetons gagne la partie.",
    ],
  },
  {
    cards: ["h1", "h3", "h7", "h8"],
    en: [
      "The henchman",
      "Each day everybody draws a henchman. The number is the initiative: low numbers play first, and a high one wins ties. The colours say which events you may use today. Most henchmen also bring something of their own.",
    ],
    fr: [
      "L’homme de main",
      "Chaque jour, chacun tire un homme de main. Son nombre est l’initiative : les petits jouent d’abord, le plus grand gagne les égalités. Ses couleurs disent quels événements vous pouvez utiliser ce jour-là. La plupart apportent aussi quelque chose.",
    ],
  },
  {
    en: [
      "A challenge",
      "Everybody draws a card. Then turns go round: on yours, lay one or two action cards and perhaps a building. Who has done neither must lie down. Who lies down plays no more in this challenge, but what they have laid counts. The last one standing has one more turn.",
      "The big number beside each player is their sum in the colour of the challenge. The highest takes the token. Then what was laid is discarded; buildings stay.",
    ],
    fr: [
      "Un défi",
      "Chacun pioche une carte. Puis on joue à tour de rôle : au vôtre, posez une ou deux cartes action et, si vous voulez, un bâtiment. Qui n’a fait ni l’un ni l’autre doit se coucher. Qui est couché ne joue plus dans ce défi, mais ce qu’il a posé compte. Le dernier debout a encore un tour.",
      "Le grand nombre à côté de chacun est sa somme dans la couleur du défi. Le plus grand prend le jeton. Ensuite ce qui a été posé est défaussé ; les bâtiments restent.",
    ],
  },
  {
    cards: ["1", "27", "51", "65"],
    en: [
      "Action cards",
      "A bet has four values, one a colour, or one value for all colours. With “&” a card is laid as a bet, and its event may be used as well if your henchman has its colour. With “/” it is one or the other: laid as a bet, or used as an event and discarded.",
    ],
    fr: [
      "Les cartes action",
      "Une mise porte quatre valeurs, une par couleur, ou une seule pour toutes. Avec « & », la carte se pose comme mise, et son événement peut servir en plus si votre homme de main en a la couleur. Avec « / », c’est l’un ou l’autre : posée comme mise, ou jouée en événement puis défaussée.",
    ],
  },
  {
    cards: ["81", "85", "91", "95", "99", "100"],
    explained: true,
    en: [
      "Buildings, alchemy, ephemeral cards",
      "A building stays in front of you to the end. Alchemy is used at the start of a day. Ephemeral cards are used in a challenge at any time while you stand, on your own turn or when you are asked after somebody else’s.",
    ],
    fr: [
      "Bâtiments, alchimie, éphémères",
      "Un bâtiment reste devant vous jusqu’à la fin. L’alchimie sert au début d’une journée. Les éphémères servent dans un défi, à tout moment tant que vous êtes debout : à votre tour, ou quand on vous le demande après celui d’un autre.",
    ],
  },
  {
    en: [
      "Being asked",
      "After each turn, and whenever an effect is used, those who stand are asked whether they answer. All are asked, whatever they hold, so that nobody learns anything of your hand. Under “More” you can pass by yourself when there is nothing you could use.",
    ],
    fr: [
      "Quand on vous demande",
      "Après chaque tour, et dès qu’un effet est joué, ceux qui sont debout sont interrogés. Tous le sont, quoi qu’ils tiennent : personne n’apprend rien de votre main. Sous « Plus », vous pouvez passer d’office quand vous n’auriez rien à jouer.",
    ],
  },
  {
    cards: ["yellow", "red", "green", "blue"],
    en: [
      "The end",
      "After the fourth day most tokens win. When equal, most tokens of one colour; then politics counts more than war, war more than intrigue, and intrigue more than science.",
    ],
    fr: [
      "La fin",
      "Après le quatrième jour, le plus de jetons gagne. À égalité, le plus de jetons d’une même couleur ; puis la politique passe avant le militaire, le militaire avant l’intrigue, l’intrigue avant la science.",
    ],
  },
] satisfies readonly Section[];
