package io.iamplane.language.relation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text of a relation.
 *
 * @param subjects the subjects that may be stored
 * @param expression the definition of the name, stored subjects included; null if it has stored
 *     subjects alone
 */
record RelationText(List<SubjectType> subjects, @Nullable RelationExpression expression) {

  RelationText {
    subjects = List.copyOf(subjects);
  }
}
