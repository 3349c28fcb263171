package io.iamplane.grant;

import io.iamplane.catalog.application.Application;
import io.iamplane.change.Recording;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.SubjectRef;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a grant or relation is checked against, from the policy in memory instead of the tables: at
 * the version that a change starts from, which no other change moves, both say the same, and the
 * tenant's other writers wait for no query.
 */
public interface PolicyFacts {

  /**
   * What there is before a change.
   *
   * @return empty when the tables have to be asked: the change has done something already, is done
   *     again because it or another failed in a group, or is an operator's command, whose process
   *     holds no policies
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE when it cannot be loaded
   */
  Optional<Present> before(Recording recording);

  /** One version of a tenant's policy. */
  interface Present {

    /** The tenant's own, suspended ones too. */
    Collection<Application> applications();

    /** The relation models of these. */
    List<RelationModel> models();

    /** Whether an application can be named in a grant, the control plane itself included. */
    boolean hasApplication(String key);

    /** Whether a role can be granted: declared and not deprecated, or seeded. */
    boolean hasRole(String key);

    /** Whether a permission can be granted: declared and not deprecated, or the control plane's. */
    boolean hasPermission(String key);

    /** What the condition of a grant may read. */
    AttributeSchema schema(@Nullable String application, String privilegeKey);

    /** The entry of the directory that a name stands for, by id. */
    Optional<SubjectRef> entry(SubjectRef name);

    /** Whether there is a relation between these, by ids, whatever its terms. */
    boolean hasRelation(
        SubjectRef subject, @Nullable String subjectRelation, String relation, SubjectRef object);
  }
}
