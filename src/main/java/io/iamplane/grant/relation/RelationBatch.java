package io.iamplane.grant.relation;

import io.iamplane.change.Recording;
import io.iamplane.directory.SubjectDirectory;
import io.iamplane.grant.relation.RelationRequest.Precondition;
import io.iamplane.grant.relation.RelationService.Written;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes and deletes relations together, all or nothing, and only if the caller's preconditions
 * hold. Runs inside the change that records it, under the tenant's lock: no other transaction
 * writes between the check and the write.
 */
@Singleton
class RelationBatch {

  private static final int MAX_PRECONDITIONS = 100;

  private final RelationService relations;
  private final RelationList list;
  private final SubjectDirectory directory;

  RelationBatch(RelationService relations, RelationList list, SubjectDirectory directory) {
    this.relations = relations;
    this.list = list;
    this.directory = directory;
  }

  /**
   * Carries out a batch; CONFLICT naming the precondition that does not hold; VALIDATION naming
   * every entry at fault, as {@code writes[3].subject}.
   */
  Written run(
      Recording recording,
      List<NewRelation> writes,
      List<NewRelation> deletes,
      List<Precondition> preconditions) {
    if (writes.size() + deletes.size() > RelationService.MAX_BATCH) {
      throw IamException.validation(
          "writes",
          "must not exceed " + RelationService.MAX_BATCH + " entries together with 'deletes'");
    }
    if (preconditions.size() > MAX_PRECONDITIONS) {
      throw IamException.validation(
          "preconditions", "must not exceed " + MAX_PRECONDITIONS + " entries");
    }
    for (int i = 0; i < preconditions.size(); i++) {
      require(recording.organization(), "preconditions[" + i + "]", preconditions.get(i));
    }
    int deleted = RelationRequest.at("deletes", () -> relations.delete(recording, deletes));
    Written written = RelationRequest.at("writes", () -> relations.write(recording, writes));
    return new Written(written.created(), written.updated(), written.unchanged(), deleted);
  }

  private void require(OrganizationId organization, String place, Precondition precondition) {
    boolean there =
        filter(organization, precondition.filter(place))
            .map(filter -> list.any(organization, filter))
            .orElse(false);
    if (there != precondition.mustExist(place)) {
      throw IamException.conflict(
          place + " failed: " + (there ? "a" : "no") + " matching relation exists.");
    }
  }

  /** Returns the filter by ids; empty if it names an entry that the directory does not have. */
  Optional<RelationFilter> filter(OrganizationId organization, RelationFilter named) {
    Optional<SubjectRef> subject = known(organization, named.subject());
    Optional<SubjectRef> object = known(organization, named.object());
    return (named.subject() != null && subject.isEmpty())
            || (named.object() != null && object.isEmpty())
        ? Optional.empty()
        : Optional.of(
            new RelationFilter(subject.orElse(null), named.relation(), object.orElse(null)));
  }

  private Optional<SubjectRef> known(OrganizationId organization, @Nullable SubjectRef named) {
    return named == null ? Optional.empty() : directory.find(organization, named);
  }
}
