package io.iamplane.migrate.real;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.migrate.PeerAssertion.Check;
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
import java.util.Objects;

/** SpiceDB; stored relations are deleted before another schema is written. */
final class RealSpiceDb implements RealPeer {

  private final PeerHttp http;
  private List<String> types = List.of();

  RealSpiceDb(PeerServer server) {
    http = PeerHttp.of(server);
  }

  @Override
  public void load(Peer peer) throws IOException, RefusedModelException {
    for (String type : types) {
      Object filter = Map.of("relationshipFilter", Map.of("resourceType", type));
      http.post("/v1/relationships/delete", PeerHttp.json(filter)).done();
    }
    types = List.of();
    PeerHttp.Reply written =
        http.post(
            "/v1/schema/write", PeerHttp.json(Map.of("schema", PeerPrinter.zed(peer.model()))));
    if (written.status() == 400) {
      throw new RefusedModelException(written.message());
    }
    written.done();
    types = List.copyOf(peer.model().types().keySet());
    List<Object> updates = new ArrayList<>();
    for (PeerTuple each : peer.tuples()) {
      updates.add(Map.of("operation", "OPERATION_TOUCH", "relationship", relationship(each)));
    }
    http.post("/v1/relationships/write", PeerHttp.json(Map.of("updates", updates))).done();
  }

  private static Map<String, Object> relationship(PeerTuple tuple) {
    Map<String, Object> relationship = new HashMap<>();
    relationship.put("resource", object(tuple.object()));
    relationship.put("relation", tuple.relation());
    String userset = Objects.requireNonNullElse(tuple.subjectRelation(), "");
    relationship.put(
        "subject", Map.of("object", object(tuple.subject()), "optionalRelation", userset));
    if (tuple.condition() != null) {
      relationship.put(
          "optionalCaveat", Map.of("caveatName", tuple.condition(), "context", tuple.context()));
    }
    return relationship;
  }

  private static Map<String, String> object(PeerObject object) {
    return Map.of("objectType", object.type(), "objectId", object.id());
  }

  @Override
  public List<RealAnswer> ask(List<Check> questions) throws IOException {
    List<Object> items = new ArrayList<>();
    for (Check each : questions) {
      items.add(
          Map.of(
              "resource", object(each.object()),
              "permission", each.relation(),
              "subject", Map.of("object", object(each.subject())),
              "context", each.context()));
    }
    Map<String, Object> body =
        Map.of("consistency", Map.of("fullyConsistent", true), "items", items);
    List<RealAnswer> answers = new ArrayList<>();
    for (JsonNode pair :
        http.post("/v1/permissions/checkbulk", PeerHttp.json(body)).done().path("pairs")) {
      answers.add(answer(pair));
    }
    if (answers.size() != questions.size()) {
      throw new IOException(answers.size() + " answers of " + questions.size());
    }
    return answers;
  }

  private static RealAnswer answer(JsonNode pair) throws IOException {
    return switch (pair.at("/item/permissionship").asText()) {
      case "PERMISSIONSHIP_HAS_PERMISSION" -> RealAnswer.ALLOWED;
      case "PERMISSIONSHIP_NO_PERMISSION" -> RealAnswer.DENIED;
      case "PERMISSIONSHIP_CONDITIONAL_PERMISSION" -> RealAnswer.UNDECIDED;
      default -> throw new IOException(pair.toString());
    };
  }

  @Override
  public void close() {
    http.close();
  }
}
