package io.iamplane.grant;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.directory.object.ObjectService;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;

/**
 * Validates the subject of a grant. Refuses a grant that can never match: an accepted denial
 * without effect is worse than none.
 */
@Singleton
class GrantSubjects {

  private static final String FIELD = "subject";
  private static final String AGENT = "agent";
  private static final String EVERYONE = "*";

  private final CatalogReader catalog;
  private final ObjectService objects;

  GrantSubjects(CatalogReader catalog, ObjectService objects) {
    this.catalog = catalog;
    this.objects = objects;
  }

  /**
   * Refuses a subject that can never match; VALIDATION if it is {@code group:*}, or if neither a
   * relation model nor an imported object has its type.
   */
  void require(OrganizationId organization, SubjectRef subject) {
    String type = subject.type();
    if (type.equals(SubjectRef.GROUP) && subject.id().equals(EVERYONE)) {
      throw IamException.validation(
          FIELD, "group:* does not match group members; use user:* or name each group");
    }
    if (!SubjectRef.isOfDirectory(type)
        && !type.equals(AGENT)
        && catalog.models(organization).stream().noneMatch(model -> model.type(type) != null)
        && !objects.hasType(organization, type)) {
      throw IamException.validation(
          FIELD,
          "unknown type %s: no relation model declares it and no object of this type was imported"
              .formatted(type));
    }
  }
}
