import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Callable;
import tapis.client.ApiException;
import tapis.client.model.EventPage;
import tapis.client.model.GameEvent;
import tapis.client.model.GameState;
import tapis.client.model.LegalMove;
import tapis.client.model.MoveRequest;
import tapis.client.model.Problem;
import tapis.client.model.ProblemCode;
import tapis.client.model.SetMove;

/** A seat that plays: it asks for events, and moves when it is its turn. */
public final class Player implements Callable<Player.Played> {
    /** What a player did. */
    public record Played(int moves, int stale, int events) {}

    private final Service service;
    private final UUID game;
    private final int seat;
    private int moves;
    private int stale;
    private int events;

    public Player(Service service, UUID game, int seat) {
        this.service = service;
        this.game = game;
        this.seat = seat;
    }

    /** Plays to the end of the game. */
    @Override
    public Played call() throws Exception {
        long after = 0;
        while (true) {
            var answer = service.play().streamEventsWithHttpInfo(game, null, after, 25L, null, "legal_moves", null);
            if (answer.getStatusCode() == 204) {
                return new Played(moves, stale, events);
            }
            EventPage page = answer.getData();
            GameEvent newest = null;
            for (GameEvent event : page.getItems()) {
                Service.ensure(event.getVersion() == after + 1, event.getVersion() + " follows " + after);
                after = event.getVersion();
                events += 1;
                newest = event;
            }
            // The newest event of a page has the legal moves, if it is our turn.
            if (newest != null && newest.getLegalMoves() != null) {
                move(newest);
            }
        }
    }

    /** Plays one of the moves that an event told. */
    private void move(GameEvent event) throws Exception {
        Service.ensure(event.getTurn().getSeat() == seat, "only who is to move is told the moves");
        String move = choose(event.getLegalMoves(), event.getVersion());
        if (moves == 0 && event.getVersion() > 1) {
            refused(move, event);
        }
        MoveRequest wanted = new MoveRequest().move(move).waitMs(0L);
        // The events tell what follows: the state is needed once, to draw the table.
        String prefer = moves == 0 ? null : "return=minimal";
        GameState after = service.play().playMove(game, wanted, event.getEtag(), Table.key(), prefer, null);
        if (moves == 0) {
            Service.ensure(after.getVersion() > event.getVersion(), "a move makes a version");
            Service.ensure(visible(after) > 0, "a player sees something");
        }
        moves += 1;
    }

    /** A move that was decided on an older version is answered with the newer one. */
    private void refused(String move, GameEvent event) throws Exception {
        MoveRequest old = new MoveRequest().move(move).version(event.getVersion() - 1);
        try {
            service.play().playMove(game, old, null, Table.key(), null, null);
            Service.ensure(false, "an old version is refused");
        } catch (ApiException refusal) {
            Problem problem = service.client().getObjectMapper().readValue(refusal.getResponseBody(), Problem.class);
            Service.ensure(problem.getCode() == ProblemCode.STALE_VERSION, problem.getDetail());
            Service.ensure(problem.getEtag().equals(event.getEtag()), "and the newer one is told");
            stale += 1;
        }
    }

    /** A move to play: any will do, so long as the game ends. The same deal makes the same game. */
    private String choose(List<LegalMove> legal, long version) {
        List<LegalMove> listed = legal.stream().filter(move -> !(move.getActualInstance() instanceof SetMove)).toList();
        if (listed.isEmpty()) {
            // Nothing but a choice of sets: the first candidate alone is one of them.
            SetMove set = legal.get(0).getSetMove();
            return set.getKind() + " " + set.getChoose().getCandidates().get(0);
        }
        // Each kind of move is a class of its own; all have a notation.
        LegalMove any = listed.get(new SplittableRandom(version).nextInt(listed.size()));
        JsonNode parts = service.client().getObjectMapper().valueToTree(any);
        return parts.path("notation").asText();
    }

    /** How many things the caller can tell from others: those that lie open, and its own. */
    private static long visible(GameState state) {
        return state.getLayout().getZones().values().stream().flatMap(List::stream)
            .filter(thing -> thing.getActualInstance() instanceof String
                || thing.getTableThingParts().getOpen() != null || thing.getTableThingParts().getKnown() != null)
            .count();
    }
}
