package io.iamplane.migrate.real;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.migrate.PeerAssertion.Check;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.generator.GeneratedPeer.Peer;
import io.iamplane.migrate.generator.PeerPrinter;
import io.iamplane.packaged.PeerServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** OpenFGA; each model has a store of its own. */
final class RealOpenFga implements RealPeer {

  /** The most relations of a write, and questions of a batch. */
  private static final int AT_ONCE = 100;

  /** A part of the error's message if a condition lacks a value. */
  private static final String MISSING = "missing context parameters";

  private final PeerHttp http;
  private String store = "";
  private String model = "";

  RealOpenFga(PeerServer server) {
    http = PeerHttp.of(server);
  }

  @Override
  public void load(Peer peer) throws IOException, RefusedModelException {
    String made = http.post("/stores", "{\"name\": \"model\"}").done().at("/id").asText();
    store = "/stores/" + made;
    PeerHttp.Reply written =
        http.post(store + "/authorization-models", PeerPrinter.json(peer.model()));
    if (written.status() == 400) {
      throw new RefusedModelException(written.message());
    }
    model = written.done().at("/authorization_model_id").asText();
    for (List<PeerTuple> part : parts(peer.tuples())) {
      String body = "{\"writes\": {\"tuple_keys\": %s}, \"authorization_model_id\": \"%s\"}";
      http.post(store + "/write", body.formatted(PeerPrinter.tuples(part, "tuples.json"), model))
          .done();
    }
  }

  @Override
  public List<RealAnswer> ask(List<Check> questions) throws IOException {
    List<RealAnswer> answers = new ArrayList<>();
    for (List<Check> part : parts(questions)) {
      List<Map<String, Object>> checks = new ArrayList<>();
      for (Check each : part) {
        checks.add(question(each, checks.size()));
      }
      Map<String, Object> body = Map.of("authorization_model_id", model, "checks", checks);
      JsonNode result =
          http.post(store + "/batch-check", PeerHttp.json(body)).done().path("result");
      for (int i = 0; i < part.size(); i++) {
        answers.add(answer(result.path(label(i)), part.get(i)));
      }
    }
    return answers;
  }

  private static Map<String, Object> question(Check check, int number) {
    Map<String, String> key =
        Map.of(
            "user", check.subject().toString(),
            "relation", check.relation(),
            "object", check.object().toString());
    return Map.of("tuple_key", key, "context", check.context(), "correlation_id", label(number));
  }

  private static String label(int number) {
    return "c" + number;
  }

  private static RealAnswer answer(JsonNode result, Check check) throws IOException {
    if (result.at("/error/message").asText().contains(MISSING)) {
      return RealAnswer.UNDECIDED;
    }
    if (!result.has("allowed") || result.hasNonNull("error")) {
      throw new IOException(check + ": " + result);
    }
    return result.path("allowed").asBoolean() ? RealAnswer.ALLOWED : RealAnswer.DENIED;
  }

  private static <T> List<List<T>> parts(List<T> all) {
    List<List<T>> parts = new ArrayList<>();
    for (int i = 0; i < all.size(); i += AT_ONCE) {
      parts.add(all.subList(i, Math.min(all.size(), i + AT_ONCE)));
    }
    return parts;
  }

  @Override
  public void close() {
    http.close();
  }
}
