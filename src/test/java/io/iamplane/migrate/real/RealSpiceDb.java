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

/** SpiceDB; stored relations are deleted before another schema is written. */
final class RealSpiceDb implements RealPeer {

  private static final Map<String, Boolean> CONSISTENT = Map.of("fullyConsistent", true);

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
    relationship.put("subject", subject(tuple.subject(), tuple.subjectRelation()));
    if (tuple.condition() != null) {
      relationship.put(
          "optionalCaveat", Map.of("caveatName", tuple.condition(), "context", tuple.context()));
    }
    return relationship;
  }

  private static Map<String, Object> subject(PeerObject object, @Nullable String userset) {
    return Map.of("object", object(object), "optionalRelation", userset == null ? "" : userset);
  }

  @Override
  public Objects listed(Objects asked) throws IOException {
    Map<String, Object> body =
        Map.of(
            "consistency", CONSISTENT,
            "resourceObjectType", asked.type(),
            "permission", asked.relation(),
            "subject", subject(asked.subject(), asked.subjectRelation()));
    Set<String> objects = new TreeSet<>();
    for (JsonNode each : http.stream("/v1/permissions/resources", PeerHttp.json(body))) {
      objects.add(asked.type() + ":" + each.path("resourceObjectId").asText());
    }
    return asked.expecting(objects);
  }

  @Override
  public Subjects listed(Subjects asked) throws IOException {
    String userset = asked.subjectRelation();
    Map<String, Object> body =
        Map.of(
            "consistency", CONSISTENT,
            "resource", object(asked.object()),
            "permission", asked.relation(),
            "subjectObjectType", asked.type(),
            "optionalSubjectRelation", userset == null ? "" : userset);
    Set<String> subjects = new TreeSet<>();
    for (JsonNode each : http.stream("/v1/permissions/subjects", PeerHttp.json(body))) {
      String id = each.at("/subject/subjectObjectId").asText();
      subjects.add(asked.type() + ":" + id + (userset == null ? "" : "#" + userset));
    }
    return asked.expecting(subjects);
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
              "subject", subject(each.subject(), each.subjectRelation()),
              "context", each.context()));
    }
    Map<String, Object> body = Map.of("consistency", CONSISTENT, "items", items);
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
