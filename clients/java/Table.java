import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import tapis.client.ApiException;
import tapis.client.api.GamesApi;
import tapis.client.api.SeatsApi;
import tapis.client.model.BotLevel;
import tapis.client.model.CreateGame;
import tapis.client.model.JoinSeat;
import tapis.client.model.SeatWanted;
import tapis.client.model.WantedKind;

/** A game, what was promised of its deal, and the tokens of the seats played here. */
public record Table(UUID id, String commitment, Map<Integer, String> tokens) {
    /** Creates a game with one seat of one's own, one that is open, and bots on the others; takes the open seat. */
    public static Table sitDown(Service anybody, String game, int players) throws ApiException {
        List<SeatWanted> seats = new ArrayList<>();
        seats.add(new SeatWanted().kind(WantedKind.MINE).name("Ada"));
        seats.add(new SeatWanted().kind(WantedKind.OPEN));
        while (seats.size() < players) {
            seats.add(new SeatWanted().kind(WantedKind.BOT).level(BotLevel.RANDOM));
        }
        CreateGame wanted = new CreateGame().game(game).options(Map.of("players", players)).seats(seats);
        var created = new GamesApi(anybody.client()).createGame(wanted, key(), null, null);
        Map<Integer, String> tokens = new TreeMap<>();
        created.getSeats().stream().filter(seat -> seat.getToken() != null)
            .forEach(seat -> tokens.put(seat.getSeat(), seat.getToken()));
        JoinSeat blaise = new JoinSeat().name("Blaise");
        var joined = new SeatsApi(anybody.client()).joinSeat(created.getId(), 1, key(), null, blaise);
        tokens.put(joined.getSeat(), joined.getToken());
        Service.ensure(tokens.size() == 2, "two seats are ours");
        return new Table(created.getId(), created.getDealCommitment(), tokens);
    }

    /** What makes a retry safe. */
    static String key() {
        return UUID.randomUUID().toString();
    }
}
