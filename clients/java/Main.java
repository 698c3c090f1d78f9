import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import tapis.client.api.RulesetsApi;
import tapis.client.model.GameReplay;
import tapis.client.model.GameStatus;
import tapis.client.model.LegalInReplay;
import tapis.client.model.Outcome;
import tapis.client.model.ShownPly;

/** Plays one whole game of every ruleset that the service at the given address has, or of those that are named after it. */
public final class Main {
    public static void main(String[] arguments) throws Exception {
        Service anybody = Service.of(arguments.length > 0 ? arguments[0] : "http://127.0.0.1:8080");
        List<String> wanted = List.of(arguments).stream().skip(1).toList();
        var rulesets = new RulesetsApi(anybody.client()).listRulesets(null).getItems().stream()
            .filter(ruleset -> wanted.isEmpty() || wanted.contains(ruleset.getGame())).toList();
        Service.ensure(!rulesets.isEmpty() && wanted.size() <= rulesets.size(), "the service has the games");
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (var ruleset : rulesets) {
                System.out.println(playOut(anybody, ruleset.getGame(), ruleset.getPlayers().getMin(), threads));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static String playOut(Service anybody, String game, int players, ExecutorService threads) throws Exception {
        Table table = Table.sitDown(anybody, game, players);
        var seats = table.tokens().entrySet().stream()
            .map(own -> new Player(anybody.bearer(own.getValue()), table.id(), own.getKey())).toList();
        // When one fails, the other is not waited for without an end.
        List<Future<Player.Played>> both = threads.invokeAll(seats, 5, TimeUnit.MINUTES);
        Player.Played first = both.get(0).get(), second = both.get(1).get();
        Service.ensure(first.moves() > 0 && second.moves() > 0, "both seats moved");
        Service.ensure(first.stale() + second.stale() > 0, "an old version was tried");
        Service.ensure(first.events() == second.events(), "both seats heard of the same events");
        int plies = check(anybody, table);
        return game + ": " + plies + " plies, " + first.moves() + " + " + second.moves() + " of them ours, to the end";
    }

    /** The end agrees with itself, with the record and with what was promised at the start. */
    private static int check(Service anybody, Table table) throws Exception {
        var end = anybody.look(table.id());
        Service.ensure(end.getStatus() == GameStatus.FINISHED, "the game is over");
        Outcome result = end.getResult();
        GameReplay replay = anybody.play().getReplay(table.id(), null, null);
        Service.ensure(replay.getScores().equals(result.getScores()), "the totals agree");
        Service.ensure(result.getScores().equals(end.getScores()), "the totals agree");
        Service.ensure(replay.getRanks().equals(result.getRanks()), "the ranks agree");
        List<Integer> first = IntStream.range(0, result.getRanks().size())
            .filter(seat -> result.getRanks().get(seat) == 1).boxed().toList();
        Service.ensure(first.equals(result.getWinners()), "rank 1 wins");
        var log = anybody.play().listMoves(table.id(), null, null, null);
        Service.ensure(log.getPlies().size() == replay.getPlies().size() + 1, "ply 0 is the set-up");
        Service.ensure(replay.getPlies().stream().allMatch(Main::legal), "what was played was legal");
        byte[] secret = HexFormat.of().parseHex(replay.getSeed() + replay.getNonce());
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(secret);
        String promised = "sha256:" + HexFormat.of().formatHex(hash);
        Service.ensure(promised.equals(table.commitment()), "the deal was promised");
        Service.ensure(promised.equals(replay.getCommitment()), "the deal was promised");
        return replay.getPlies().size();
    }

    private static boolean legal(ShownPly ply) {
        return ply.getLegal().stream().map(LegalInReplay::getActualInstance).anyMatch(ply.getNotation()::equals);
    }
}
