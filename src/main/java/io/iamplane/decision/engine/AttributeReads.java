package io.iamplane.decision.engine;

import io.iamplane.language.condition.AttributeRef;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.Root;
import java.util.Collection;

/**
 * Counts the relations, memberships included, with conditions that read an attribute of their
 * subject or resource, by a key of the relation's name, or {@link #ALL}, and the attribute.
 * Attributes with equal hashes count as one: the answer may be a wrong yes, never a wrong no.
 */
record AttributeReads(long key, int relations) implements Keyed {

  /** Stands for all relations; no symbol has this number. */
  static final int ALL = -1;

  /** Stands for every attribute. */
  private static final String ANY = "";

  static KeyedMap<AttributeReads> with(KeyedMap<AttributeReads> all, Tuple tuple, Object owner) {
    return counted(all, tuple, 1, owner);
  }

  static KeyedMap<AttributeReads> without(KeyedMap<AttributeReads> all, Tuple tuple, Object owner) {
    return counted(all, tuple, -1, owner);
  }

  static boolean isRead(
      KeyedMap<AttributeReads> all, int relation, Root root, Collection<String> fields) {
    return fields.stream().anyMatch(field -> all.get(key(relation, root, field)) != null);
  }

  static boolean isAnyRead(KeyedMap<AttributeReads> all, int relation, Root root) {
    return all.get(key(relation, root, ANY)) != null;
  }

  private static KeyedMap<AttributeReads> counted(
      KeyedMap<AttributeReads> all, Tuple tuple, int more, Object owner) {
    Condition condition = tuple.condition();
    KeyedMap<AttributeReads> counted = all;
    if (condition != null) {
      for (AttributeRef read : condition.reads()) {
        if (read.root() == Root.SUBJECT || read.root() == Root.RESOURCE) {
          counted = counted(counted, key(ALL, read.root(), read.field()), more, owner);
          counted = counted(counted, key(tuple.relation(), read.root(), ANY), more, owner);
          counted = counted(counted, key(tuple.relation(), read.root(), read.field()), more, owner);
        }
      }
    }
    return counted;
  }

  private static KeyedMap<AttributeReads> counted(
      KeyedMap<AttributeReads> all, long key, int more, Object owner) {
    AttributeReads before = all.get(key);
    int relations = (before == null ? 0 : before.relations) + more;
    return relations == 0
        ? all.remove(key, owner)
        : all.put(new AttributeReads(key, relations), owner);
  }

  private static long key(int relation, Root root, String field) {
    return ((long) (31 * field.hashCode() + root.ordinal()) << Integer.SIZE)
        | Integer.toUnsignedLong(relation);
  }
}
