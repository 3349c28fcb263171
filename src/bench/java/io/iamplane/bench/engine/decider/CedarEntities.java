package io.iamplane.bench.engine.decider;

import com.cedarpolicy.model.AuthorizationRequest;
import com.cedarpolicy.model.entity.Entity;
import com.cedarpolicy.value.EntityTypeName;
import com.cedarpolicy.value.EntityUID;
import com.cedarpolicy.value.PrimBool;
import com.cedarpolicy.value.PrimLong;
import com.cedarpolicy.value.PrimString;
import com.cedarpolicy.value.Value;
import io.iamplane.bench.engine.workload.Ask;
import io.iamplane.bench.engine.workload.Edge;
import io.iamplane.bench.engine.workload.Workload;
import io.iamplane.shared.SubjectRef;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The entities of a request to Cedar: the subject and the resource with all above them. */
final class CedarEntities {

  private static final Map<String, EntityTypeName> TYPES = new HashMap<>();

  private final Workload workload;
  private final Map<SubjectRef, List<SubjectRef>> above;

  CedarEntities(Workload workload) {
    this.workload = workload;
    this.above =
        Stream.concat(workload.groups().stream(), workload.parents().stream())
            .collect(
                Collectors.groupingBy(
                    Edge::below, Collectors.mapping(Edge::above, Collectors.toList())));
  }

  static AuthorizationRequest request(Ask ask) {
    return new AuthorizationRequest(
        uid(ask.subject()),
        uid("Action", ask.permission()),
        uid(ask.resource()),
        values(ask.context()));
  }

  Set<Entity> of(Ask ask) {
    Set<Entity> entities = new HashSet<>();
    add(ask.subject(), workload.subjects().getOrDefault(ask.subject(), Map.of()), entities);
    add(ask.resource(), ask.about(), entities);
    return entities;
  }

  private void add(SubjectRef ref, Map<String, Object> attributes, Set<Entity> to) {
    List<SubjectRef> parents = above.getOrDefault(ref, List.of());
    Set<EntityUID> uids = parents.stream().map(CedarEntities::uid).collect(Collectors.toSet());
    to.add(new Entity(uid(ref), values(attributes), uids));
    parents.forEach(parent -> add(parent, Map.of(), to));
  }

  private static Map<String, Value> values(Map<String, Object> attributes) {
    Map<String, Value> values = new HashMap<>();
    attributes.forEach((name, value) -> values.put(name, value(value)));
    return values;
  }

  private static Value value(Object value) {
    return switch (value) {
      case String text -> new PrimString(text);
      case Long number -> new PrimLong(number);
      case Boolean bool -> new PrimBool(bool);
      default -> throw new IllegalArgumentException(value.toString());
    };
  }

  private static EntityUID uid(SubjectRef ref) {
    return uid(CedarPolicies.type(ref), ref.id());
  }

  private static EntityUID uid(String type, String id) {
    return TYPES.computeIfAbsent(type, name -> EntityTypeName.parse(name).orElseThrow()).of(id);
  }
}
