package io.iamplane.decision;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.engine.fact.ConditionUse;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.RelationFact.Subject;
import io.iamplane.directory.DirectoryRules;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.ConditionSyntaxException;
import io.iamplane.language.condition.Conditions;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.json.TextRule;
import io.iamplane.shared.wire.MustWaitException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the contextual relations of one request, in the form of stored relations. A list that many
 * checks share as their default is read once. {@link ContextualRules} checks them against the
 * models. The id of each relation is its place in the body.
 */
public final class RequestRelations {

  public static final String MEMBER = "contextual_relations";

  public static final int MAX = 100;

  /** The maximum number for all checks of a batch: the log keeps them with each decision. */
  static final int MAX_TOGETHER = 10_000;

  /** More in a request are read on a thread that may take its time: conditions are compiled. */
  private static final int FEW = 8;

  /** The maximum length of all texts of a check's relations, since log records are bounded. */
  static final int MAX_CHARACTERS = 32_768;

  static final String NAMED = "named_condition";

  static final String VALUES = "values";

  private static final int MAX_TEXT = 1_200;
  private static final Set<String> MEMBERS =
      Set.of("subject", "relation", "object", "condition", NAMED, "valid_from", "valid_until");
  private static final TextRule NAME = TextRule.line(MAX_TEXT);
  private static final SubjectRef NONE = new SubjectRef("", "");

  private final JsonObjects objects;
  private final Map<JsonNode, List<RelationFact>> known = new IdentityHashMap<>();
  private int together;
  private int read;

  RequestRelations(JsonObjects objects) {
    this.objects = objects;
  }

  /** The part of a relation that must be unique. */
  private record Key(Subject subject, String relation, SubjectRef object) {}

  /**
   * The relations of a check; none when the member is absent. Where one is wrong, that is an error
   * and the list is not to be used.
   *
   * @throws MustWaitException for more than a few in the request, on a thread that must not wait
   */
  public List<RelationFact> read(JsonMembers body) {
    JsonNode list = body.value(MEMBER);
    if (list.isArray()) {
      together += list.size();
    }
    if (together > MAX_TOGETHER) {
      body.fault(MEMBER, "must not exceed 10,000 relations in total for all checks in a request");
      return List.of();
    }
    return shared(body);
  }

  /** Reads the relations that checks share, so that errors name the shared place. */
  public List<RelationFact> shared(JsonMembers body) {
    if (!body.has(MEMBER)) {
      return List.of();
    }
    JsonNode list = body.value(MEMBER);
    List<RelationFact> before = known.get(list);
    if (before == null) {
      read += list.size();
      if (read > FEW) {
        MustWaitException.requireMayWait();
      }
      before = relations(body);
      known.put(list, before);
    }
    return before;
  }

  private List<RelationFact> relations(JsonMembers body) {
    List<RelationFact> relations = new ArrayList<>();
    Map<Key, String> places = new HashMap<>();
    List<JsonMembers> all = body.objects(MEMBER, MAX);
    if (all != null && characters(body.value(MEMBER)) > MAX_CHARACTERS) {
      body.fault(MEMBER, "must not exceed 32,768 characters in total");
      return List.of();
    }
    for (JsonMembers each : all == null ? List.<JsonMembers>of() : all) {
      if (each.isReadable()) {
        RelationFact relation = relation(each.only(MEMBERS));
        Key key = new Key(relation.subject(), relation.relation(), relation.object());
        String twin = places.putIfAbsent(key, relation.id());
        if (twin != null) {
          each.fault("subject", "must not repeat the relation at " + twin);
        }
        relations.add(relation);
      }
    }
    return List.copyOf(relations);
  }

  private static long characters(JsonNode list) {
    long sum = 0;
    for (JsonNode each : list) {
      for (JsonNode value : each) {
        sum += value.isObject() ? value.toString().length() : value.asText().length();
      }
    }
    return sum;
  }

  private RelationFact relation(JsonMembers members) {
    String subject = text(members, "subject");
    String relation = text(members, "relation");
    int hash = subject.lastIndexOf('#');
    SubjectRef ref = reference(members, "subject", hash < 0 ? subject : subject.substring(0, hash));
    SubjectRef object = reference(members, "object", text(members, "object"));
    if (object.id().equals("*")) {
      members.fault("object", "must not have the id '*'");
    }
    if (hash >= 0 && ref.id().equals("*")) {
      members.fault("subject", "must not combine the id '*' with a relation");
    }
    Instant from = time(members, "valid_from");
    Instant until = time(members, "valid_until");
    if (from != null && until != null && !from.isBefore(until)) {
      members.fault("valid_until", "must be later than 'valid_from'");
    }
    return new RelationFact(
        members.place(),
        new Subject(ref, hash < 0 ? null : subject.substring(hash + 1)),
        relation,
        object,
        condition(members),
        from,
        until);
  }

  private static String text(JsonMembers members, String member) {
    members.require(member);
    String text = members.text(member, NAME);
    return text == null ? "" : text;
  }

  private static SubjectRef reference(JsonMembers members, String member, String text) {
    if (text.isEmpty()) {
      return NONE;
    }
    SubjectRef ref = SubjectRef.parse(text).map(SubjectRef::normal).orElse(NONE);
    String fault = ref.equals(NONE) ? "must be type:id" : DirectoryRules.faultOf(ref);
    if (fault != null) {
      members.fault(member, fault);
    }
    return ref;
  }

  private static @Nullable Instant time(JsonMembers members, String member) {
    Instant time = DirectoryRules.micros(members.time(member));
    String fault = DirectoryRules.faultOf(time);
    if (fault != null) {
      members.fault(member, fault);
    }
    return time;
  }

  private @Nullable Condition condition(JsonMembers members) {
    if (!members.has(NAMED)) {
      return ownCondition(members);
    }
    if (members.has("condition")) {
      members.fault(NAMED, "must not be combined with 'condition'");
    }
    JsonMembers named = members.object(NAMED).only(Set.of("name", VALUES));
    return new ConditionUse(text(named, "name"), values(named));
  }

  private Map<String, Object> values(JsonMembers named) {
    Map<String, Object> values = objects.read(named, VALUES);
    List<String> nulls = values.keySet().stream().filter(key -> values.get(key) == null).toList();
    nulls.forEach(key -> named.fault(VALUES + "." + key, "must not be null"));
    return nulls.isEmpty() ? values : Map.of();
  }

  /** Reads attributes as undeclared ones: their types show when they are read. */
  private static @Nullable Condition ownCondition(JsonMembers members) {
    String text = members.text("condition");
    try {
      return text == null ? null : Conditions.compile(text, AttributeSchema.EMPTY);
    } catch (ConditionSyntaxException e) {
      members.fault(
          "condition", "line %d, column %d: %s".formatted(e.line(), e.column(), e.reason()));
      return null;
    }
  }
}
