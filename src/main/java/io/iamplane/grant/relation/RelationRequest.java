package io.iamplane.grant.relation;

import io.iamplane.directory.DirectoryRules;
import io.iamplane.shared.IamException;
import io.iamplane.shared.WireName;
import io.iamplane.shared.wire.Parameters;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of a write: one relation, or a batch.
 *
 * @param subject {@code type:id}, {@code type:*}, or {@code type:id#relation} for all subjects with
 *     that relation to it
 * @param object {@code type:id}
 * @param writes relations that exist afterwards
 * @param deletes relations that do not exist afterwards
 * @param preconditions must hold, or nothing is written
 */
@RegisterForReflection
public record RelationRequest(
    @Schema(examples = "user:ann") @Nullable String subject,
    @Schema(examples = "keeper") @Nullable String relation,
    @Schema(examples = "site:berlin") @Nullable String object,
    @Nullable String condition,
    @Nullable @Valid NamedConditionBody namedCondition,
    @Nullable Instant validFrom,
    @Nullable Instant validUntil,
    @Nullable List<@NotNull @Valid Entry> writes,
    @Nullable List<@NotNull @Valid Entry> deletes,
    @Nullable List<@NotNull @Valid Precondition> preconditions) {

  @RegisterForReflection
  public record Entry(
      @NotNull @Schema(examples = "user:ann") String subject,
      @NotNull @Schema(examples = "keeper") String relation,
      @NotNull @Schema(examples = "site:berlin") String object,
      @Nullable String condition,
      @Nullable @Valid NamedConditionBody namedCondition,
      @Nullable Instant validFrom,
      @Nullable Instant validUntil) {}

  /** A condition of the model, and values for its parameters. */
  @RegisterForReflection
  public record NamedConditionBody(
      @NotNull @Schema(examples = "office_hours") String name,
      @Nullable @Schema(examples = "{\"from\": 9, \"until\": 17}") Map<String, Object> values) {}

  public enum Must implements WireName {
    EXIST,
    NOT_EXIST
  }

  /** A precondition: a matching relation exists, or none does; absent members match any. */
  @RegisterForReflection
  public record Precondition(
      @NotNull Must must,
      @Nullable String subject,
      @Nullable String relation,
      @Nullable String object) {

    boolean mustExist(String place) {
      if (subject == null && relation == null && object == null) {
        throw IamException.validation(
            place, "must have at least one of 'subject', 'relation' and 'object'");
      }
      return must == Must.EXIST;
    }

    RelationFilter filter(String place) {
      return new RelationFilter(
          Parameters.referenceOrNull(place + ".subject", subject),
          relation,
          Parameters.referenceOrNull(place + ".object", object));
    }
  }

  boolean asksForBatch() {
    return writes != null || deletes != null || preconditions != null;
  }

  NewRelation single() {
    Map<String, List<String>> missing = new HashMap<>();
    require("subject", subject, missing);
    require("relation", relation, missing);
    require("object", object, missing);
    if (subject == null || relation == null || object == null) {
      throw IamException.validation(missing);
    }
    return relation(
        "", new Entry(subject, relation, object, condition, namedCondition, validFrom, validUntil));
  }

  /** Refuses a body that is both a batch and a relation. */
  void requireBatchAlone() {
    boolean single =
        subject != null
            || relation != null
            || object != null
            || condition != null
            || namedCondition != null
            || validFrom != null
            || validUntil != null;
    if (single) {
      throw IamException.validation("writes", "must not be combined with a single relation");
    }
  }

  /** Requires of each end that it is in the future; those of deletes do not count. */
  void requireFuture(Instant now) {
    Map<String, List<String>> past = new HashMap<>();
    if (DirectoryRules.isPast(validUntil, now)) {
      past.put("valid_until", List.of(DirectoryRules.PAST));
    }
    for (int i = 0; writes != null && i < writes.size(); i++) {
      if (DirectoryRules.isPast(writes.get(i).validUntil(), now)) {
        past.put("writes[" + i + "].valid_until", List.of(DirectoryRules.PAST));
      }
    }
    if (!past.isEmpty()) {
      throw IamException.validation(past);
    }
  }

  static List<NewRelation> relations(String list, @Nullable List<Entry> entries) {
    List<NewRelation> relations = new ArrayList<>();
    for (int i = 0; entries != null && i < entries.size(); i++) {
      relations.add(relation(list + "[" + i + "].", entries.get(i)));
    }
    return relations;
  }

  /** Renames faults at {@code relations[3]} to their place in the body. */
  static <T> T at(String list, Supplier<T> work) {
    try {
      return work.get();
    } catch (IamException e) {
      if (e.errors().isEmpty()) {
        throw e;
      }
      String old = list.isEmpty() ? "^relations\\[0]\\." : "^relations";
      Map<String, List<String>> moved = new HashMap<>();
      e.errors().forEach((place, messages) -> moved.put(place.replaceFirst(old, list), messages));
      throw IamException.validation(moved);
    }
  }

  static NewRelation relation(String place, Entry entry) {
    String subject = entry.subject();
    int hash = subject.lastIndexOf('#');
    NamedConditionBody condition = entry.namedCondition();
    return new NewRelation(
        Parameters.reference(place + "subject", hash < 0 ? subject : subject.substring(0, hash)),
        hash < 0 ? null : subject.substring(hash + 1),
        entry.relation(),
        Parameters.reference(place + "object", entry.object()),
        entry.condition(),
        condition == null ? null : new RelationCondition(condition.name(), condition.values()),
        entry.validFrom(),
        entry.validUntil());
  }

  private static void require(
      String member, @Nullable String value, Map<String, List<String>> missing) {
    if (value == null) {
      missing.put(member, List.of("is required"));
    }
  }
}
