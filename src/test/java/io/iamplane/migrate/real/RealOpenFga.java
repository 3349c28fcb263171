package io.iamplane.migrate.real;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.migrate.PeerAssertion.Check;
import io.iamplane.migrate.PeerAssertion.Objects;
import io.iamplane.migrate.PeerAssertion.Subjects;
import io.iamplane.migrate.PeerObject;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.generator.GeneratedPeer.Peer;
import io.iamplane.migrate.generator.PeerPrinter;
import io.iamplane.packaged.PeerServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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
            "user", words(check.subject(), check.subjectRelation()),
            "relation", check.relation(),
            "object", check.object().toString());
    return Map.of("tuple_key", key, "context", check.context(), "correlation_id", label(number));
  }

  private static String words(PeerObject object, @Nullable String userset) {
    return object + (userset == null ? "" : "#" + userset);
  }

  @Override
  public Objects listed(Objects asked) throws IOException {
    Map<String, Object> body =
        Map.of(
            "authorization_model_id", model,
            "type", asked.type(),
            "relation", asked.relation(),
            "user", words(asked.subject(), asked.subjectRelation()));
    Set<String> objects = new TreeSet<>();
    for (JsonNode each :
        http.post(store + "/list-objects", PeerHttp.json(body)).done().path("objects")) {
      objects.add(each.asText());
    }
    return asked.expecting(objects);
  }

  @Override
  public Subjects listed(Subjects asked) throws IOException {
    Map<String, String> filter = new HashMap<>(Map.of("type", asked.type()));
    if (asked.subjectRelation() != null) {
      filter.put("relation", asked.subjectRelation());
    }
    Map<String, Object> body =
        Map.of(
            "authorization_model_id", model,
            "object", Map.of("type", asked.object().type(), "id", asked.object().id()),
            "relation", asked.relation(),
            "user_filters", List.of(filter));
    Set<String> subjects = new TreeSet<>();
    for (JsonNode each :
        http.post(store + "/list-users", PeerHttp.json(body)).done().path("users")) {
      subjects.add(subject(each));
    }
    return asked.expecting(subjects);
  }

  private static String subject(JsonNode user) {
    if (user.has("wildcard")) {
      return user.at("/wildcard/type").asText() + ":*";
    }
    JsonNode named = user.has("userset") ? user.path("userset") : user.path("object");
    PeerObject object = new PeerObject(named.path("type").asText(), named.path("id").asText());
    return words(object, named.has("relation") ? named.path("relation").asText() : null);
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
