//! What the lab finds in games that were played: a card that is too strong; and that its page calls measures as the program does.

mod labels;
mod planted;
