package io.iamplane.decision.engine;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The names to which a privilege is, or once was, permitted. A name stays when its grant goes, as
 * all names do: what makes use of them looks at the grants that are there.
 *
 * @param key the privilege's number
 */
record Holders(long key, KeyedMap<Ref> names) implements Keyed {

  static KeyedMap<Holders> with(KeyedMap<Holders> all, int privilege, Ref name, Object owner) {
    Holders before = all.get(privilege);
    if (before != null && before.names.get(name.key()) != null) {
      return all;
    }
    KeyedMap<Ref> names = before == null ? KeyedMap.empty() : before.names;
    return all.put(new Holders(privilege, names.put(name, owner)), owner);
  }

  static void forEach(@Nullable Holders holders, Consumer<Ref> consumer) {
    if (holders != null) {
      holders.names.forEach(consumer);
    }
  }
}
