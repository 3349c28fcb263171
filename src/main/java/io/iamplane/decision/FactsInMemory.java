package io.iamplane.decision;

import io.iamplane.catalog.application.Application;
import io.iamplane.change.Recording;
import io.iamplane.database.MemoryTransaction;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.grant.PolicyFacts;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers from the policy that a change starts from, which its guards read as well. */
@Singleton
class FactsInMemory implements PolicyFacts {

  private final PolicyDrafts drafts;

  FactsInMemory(PolicyDrafts drafts) {
    this.drafts = drafts;
  }

  @Override
  public Optional<Present> before(Recording recording) {
    return recording.caller().clientId() == null
            || !recording.effects().isEmpty()
            || !MemoryTransaction.isPresent()
        ? Optional.empty()
        : Optional.of(drafts.facts(drafts.base(recording)));
  }

  record InMemory(TenantPolicy policy) implements Present {

    @Override
    public Collection<Application> applications() {
      return policy.applications().values();
    }

    @Override
    public List<RelationModel> models() {
      return policy.models();
    }

    @Override
    public boolean hasApplication(String key) {
      return policy.hasApplication(key);
    }

    @Override
    public boolean hasRole(String key) {
      return policy.snapshot().hasRole(key);
    }

    @Override
    public boolean hasPermission(String key) {
      return policy.snapshot().hasPermission(key);
    }

    @Override
    public AttributeSchema schema(@Nullable String application, String privilegeKey) {
      return policy.schema(application, privilegeKey);
    }

    @Override
    public Optional<SubjectRef> entry(SubjectRef name) {
      String id = policy.snapshot().entryOf(name.type(), name.id());
      return id == null ? Optional.empty() : Optional.of(new SubjectRef(name.type(), id));
    }

    @Override
    public boolean hasRelation(
        SubjectRef subject, @Nullable String subjectRelation, String relation, SubjectRef object) {
      return policy.snapshot().hasRelation(subject, subjectRelation, relation, object);
    }
  }
}
