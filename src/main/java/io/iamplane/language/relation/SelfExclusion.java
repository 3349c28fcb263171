package io.iamplane.language.relation;

import io.iamplane.language.relation.RelationExpression.All;
import io.iamplane.language.relation.RelationExpression.Exclusion;
import io.iamplane.language.relation.RelationExpression.Intersection;
import io.iamplane.language.relation.RelationExpression.Name;
import io.iamplane.language.relation.RelationExpression.Nil;
import io.iamplane.language.relation.RelationExpression.Self;
import io.iamplane.language.relation.RelationExpression.Stored;
import io.iamplane.language.relation.RelationExpression.Traversal;
import io.iamplane.language.relation.RelationExpression.Union;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds permissions of a type that meet themselves again, on the same object, with an exclusion in
 * between. Goes from name to name without recursion: chains are as long as a type has names.
 */
final class SelfExclusion {

  /** A name met on the same object, with an exclusion on the way or without. */
  private record Met(String name, boolean excluded) {}

  /** The names in each permission's own expression. */
  private final Map<String, Set<Met>> named = new HashMap<>();

  SelfExclusion(TypeDefinition type) {
    type.permissions()
        .forEach((name, expression) -> {
          Set<Met> names = new HashSet<>();
          collect(expression, false, names);
          named.put(name, names);
        });
  }

  boolean isIn(String permission) {
    Set<Met> seen = new HashSet<>();
    Deque<Met> left = new ArrayDeque<>(List.of(new Met(permission, false)));
    while (!left.isEmpty()) {
      Met from = left.pop();
      for (Met next : named.getOrDefault(from.name(), Set.of())) {
        Met met = new Met(next.name(), from.excluded() || next.excluded());
        if (!met.name().equals(permission)) {
          if (seen.add(met)) {
            left.push(met);
          }
        } else if (met.excluded()) {
          return true;
        }
      }
    }
    return false;
  }

  private static void collect(RelationExpression expression, boolean excluded, Set<Met> into) {
    switch (expression) {
      case Name name -> into.add(new Met(name.name(), excluded));
      case Exclusion without -> {
        collect(without.base(), excluded, into);
        collect(without.excluded(), true, into);
      }
      // A traversal rests on no name of the same object.
      case Stored _, Self _, Nil _, Traversal _, All _, Union _, Intersection _ -> {
        for (RelationExpression each : expression.parts()) {
          collect(each, excluded, into);
        }
      }
    }
  }
}
