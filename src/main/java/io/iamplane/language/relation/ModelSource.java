package io.iamplane.language.relation;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The positions of a model's parts, and the names with unreadable texts. Such a name may be
 * anything, so the checks go on without faults that follow from the first one.
 */
final class ModelSource {

  /** The whole type; no name is empty. */
  private static final String ALL = "";

  /** A relation or permission of a type. */
  record Member(String type, String name) {}

  /** By identity: two equal names stand in two places. */
  private final Map<Object, RelationToken> places = new IdentityHashMap<>();

  private final Map<Object, RelationToken> targets = new IdentityHashMap<>();
  private final Map<Object, RelationToken> conditions = new IdentityHashMap<>();
  private final Set<Member> unread = new HashSet<>();
  private final Set<String> unreadConditions = new HashSet<>();

  /** Remembers where a part of an expression begins. */
  <T> T at(RelationToken place, T part) {
    places.put(part, place);
    return part;
  }

  /** Remembers where the name after {@code ->} or {@code #} stands. */
  <T> T leadingTo(RelationToken place, T part) {
    targets.put(part, place);
    return part;
  }

  /** Remembers where the name after {@code with} stands. */
  <T> T under(RelationToken place, T part) {
    conditions.put(part, place);
    return part;
  }

  @Nullable RelationToken condition(Object part) {
    return conditions.get(part);
  }

  @Nullable RelationToken place(Object part) {
    return places.get(part);
  }

  @Nullable RelationToken target(Object part) {
    return targets.getOrDefault(part, places.get(part));
  }

  void unread(String type, String name) {
    unread.add(new Member(type, name));
  }

  void unreadType(String type) {
    unread(type, ALL);
  }

  void unreadCondition(String name) {
    unreadConditions.add(name);
  }

  boolean isUnreadCondition(String name) {
    return unreadConditions.contains(name);
  }

  /** Returns true if every text could be read, so that all names are known. */
  boolean isWhole() {
    return unread.isEmpty();
  }

  boolean isUnread(String type, String name) {
    return unread.contains(new Member(type, name)) || unread.contains(new Member(type, ALL));
  }
}
