# The three first questions about a game. Keys: asked-.

asked-fair = Are the seats fair?
asked-skill = Does skill pay?
asked-cards = Which card matters?
asked-games = { $n } games were played by { $bot } bots in every seat.
asked-skill_pays = Yes: one { $one } bot among { $others } bots wins { $share }, the fair share being { $fair }; n { $n }.
asked-skill_costs = No: one { $one } bot among { $others } bots wins only { $share }, the fair share being { $fair }; n { $n }.
asked-skill_open = It is not shown: one { $one } bot among { $others } bots wins { $share }, and the fair share is { $fair }; n { $n }.
asked-skill_unknown = It cannot be told: only { $n } games of one { $one } bot among { $others } bots were played, and { $least } are needed; its fair share is { $fair }.
asked-skill_not_played = It cannot be told: no game of one { $one } bot among { $others } bots was played, and { $least } are needed. More time plays them.
asked-nothing_dealt = The game counts nothing that chance deals: a feature of the role Dealt, like the card_dealt of the template, would tell.
asked-early = It was ended early: more time makes the intervals narrower.
