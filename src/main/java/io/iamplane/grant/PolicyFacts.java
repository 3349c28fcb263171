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
 * Facts for the validation of grants and relations, from the policy in memory instead of the
 * tables: at the version that a change starts from, which no other change moves, both agree, and
 * the tenant's other writers wait for no query.
 */
public interface PolicyFacts {

  /**
   * Returns the facts before a change.
   *
   * @return empty if the tables must be read: the change is carried out in a transaction, has
   *     already written, or is an operator's command, in a process without policies
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE if the policy cannot be loaded
   */
  Optional<Present> before(Recording recording);

  /** One version of a tenant's policy. */
  interface Present {

    /** The tenant's own, suspended ones too. */
    Collection<Application> applications();

    List<RelationModel> models();

    /** Returns true if a grant can name the application, the control plane itself included. */
    boolean hasApplication(String key);

    /** Returns true if a role can be granted: declared and not deprecated, or seeded. */
    boolean hasRole(String key);

    /**
     * Returns true if a permission can be granted: declared and not deprecated, or the control
     * plane's.
     */
    boolean hasPermission(String key);

    AttributeSchema schema(@Nullable String application, String privilegeKey);

    /** The entry of the directory that a name stands for, by id. */
    Optional<SubjectRef> entry(SubjectRef name);

    /** Returns true if there is a relation between these, by ids, regardless of its terms. */
    boolean hasRelation(
        SubjectRef subject, @Nullable String subjectRelation, String relation, SubjectRef object);
  }
}
