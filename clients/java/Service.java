import java.util.UUID;
import tapis.client.ApiClient;
import tapis.client.ApiException;
import tapis.client.JSON;
import tapis.client.api.GamesApi;
import tapis.client.api.PlayApi;
import tapis.client.model.GameState;

/** The generated client, for whoever is calling. */
public record Service(String base, ApiClient client) {
    /** The service at an address, for a caller who is nobody's seat. */
    public static Service of(String base) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(base);
        // The one that takes no number for a string: an argument of a text is either.
        client.setObjectMapper(JSON.getDefault().getMapper());
        return new Service(base, client);
    }

    /** The same for a seat, which shows its token. */
    public Service bearer(String token) {
        Service own = of(base);
        own.client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        return own;
    }

    /** What is played. */
    public PlayApi play() {
        return new PlayApi(client);
    }

    /** The game as the caller may know it. */
    public GameState look(UUID game) throws ApiException {
        return new GamesApi(client).getGame(game, null, null, null, null, null);
    }

    /** Ends the program when something is not as it was promised. */
    public static void ensure(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException(what);
        }
    }
}
