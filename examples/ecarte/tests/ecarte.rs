//! Écarté beside its laws: the rules by hand, what is drawn and known, the solver, and the service.

mod http;
mod rules;
mod shown;
mod solver;
mod worlds;
