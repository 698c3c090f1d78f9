// Options of the games in words. An option that is not here is told by its name and its description in the schema.

import type { Schemas } from "../api/client";

type Text = Schemas["Text"];
export interface OptionWords {
  label: Text;
  help?: Text;
  values?: Record<string, Text>;
}

const text = (en: string, fr: string): Text => ({ en, fr });

export const OPTIONS: Record<string, OptionWords> = {
  variant: {
    label: text("Length", "Durée"),
    help: text("When the game ends.", "Quand la partie finit."),
    values: { standard: text("all four rows", "les quatre rangées"), three_rows: text("three rows", "trois rangées") },
  },
  first_seat: { label: text("Who begins", "Qui commence") },
  second_card: {
    label: text("Second card of a turn", "Deuxième carte d’un tour"),
    values: {
      uncovered: text("any end of a row", "au bout d’une rangée"),
      visible_at_start: text("only one that was free before", "seulement une carte déjà libre"),
    },
  },
  move_marker: {
    label: text("Moving a marker", "Déplacer un marqueur"),
    values: { empty_reserve: text("without a reserve", "sans réserve"), always: text("always", "toujours") },
  },
  open_discs: {
    label: text("Open discs", "Jetons ouverts"),
    help: text("For analysis: nothing is hidden.", "Pour l’analyse : rien n’est caché."),
  },
  taken_discs: {
    label: text("Taken discs", "Jetons pris"),
    values: { private: text("seen by their owner", "vus de leur propriétaire"), public: text("seen by all", "vus de tous") },
  },
  variants: {
    label: text("Variants", "Variantes"),
    help: text("Any of them together.", "Se combinent librement."),
    values: {
      consultent: text("Ils se consultent", "Ils se consultent"),
      se_servent: text("Ils se servent", "Ils se servent"),
      curieux: text("Les curieux", "Les curieux"),
      religieux: text("Le religieux", "Le religieux"),
    },
  },
  ties: {
    label: text("Equal highest values", "Valeurs les plus hautes égales"),
    values: {
      one_step: text("the next one wins", "la suivante gagne"),
      cascade: text("down to the first single one", "jusqu’à la première seule"),
      first: text("the first one wins", "la première gagne"),
      last: text("the last one wins", "la dernière gagne"),
    },
  },
  magistrat_may_target_self: { label: text("The magistrate may take an own token", "Le magistrat peut viser son propre blason") },
  max_extra_rounds: {
    label: text("Extra rounds, at most", "Manches de plus, au plus"),
    help: text("Played to break a tie; 0 shares the win.", "Pour départager ; 0 partage la victoire."),
  },
  points: { label: text("Points at the start", "Points de départ"), help: text("10: long, 6: short.", "10 : longue, 6 : courte.") },
  malheurs: { label: text("Malheur cards", "Cartes malheur") },
  teams: { label: text("Teams of two (six players)", "Équipes de deux (à six)") },
  twins: {
    label: text("Value of a twin", "Valeur d’un jumeau"),
    values: { declared: text("said when played", "dite en jouant"), fixed: text("as printed", "imprimée") },
  },
  wish: {
    label: text("Value of the wish", "Valeur du vœu"),
    values: { declared: text("said when played", "dite en jouant"), removed_card: text("of the card put aside", "de la carte écartée") },
  },
  windows: {
    label: text("Who is asked to answer", "Qui peut répondre"),
    help: text("Asking only who could answer is quicker, but it tells who can.", "Ne demander qu’à qui peut répondre va plus vite, mais révèle qui peut."),
    values: { all: text("everybody", "tout le monde"), holders: text("only who could", "seulement qui peut") },
  },
  spare_tokens: { label: text("Spare tokens of each colour", "Jetons de réserve par couleur") },
  max_rounds: { label: text("Rounds of a challenge, at most", "Tours d’un défi, au plus") },
};
