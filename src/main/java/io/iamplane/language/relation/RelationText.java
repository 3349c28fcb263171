package io.iamplane.language.relation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the text of a relation says.
 *
 * @param subjects what may be stored
 * @param expression what the name follows from, what is stored among it; null when it is only what
 *     is stored
 */
record RelationText(List<SubjectType> subjects, @Nullable RelationExpression expression) {

  RelationText {
    subjects = List.copyOf(subjects);
  }
}
