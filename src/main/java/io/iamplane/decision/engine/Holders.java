package io.iamplane.decision.engine;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The names to which a privilege, by number, is permitted, while a permit is there. */
record Holders(long key, KeyedMap<Holding> names) implements Keyed {

  /** A name, and how many permits of the privilege it has; most have one. */
  private record Many(Ref name, int permits) implements Holding {

    @Override
    public long key() {
      return name.key();
    }
  }

  static KeyedMap<Holders> with(KeyedMap<Holders> all, int privilege, Ref name, Object owner) {
    Holders before = all.get(privilege);
    KeyedMap<Holding> names = before == null ? KeyedMap.empty() : before.names;
    int permits = permits(names, name);
    Holding holding = permits == 0 ? name : new Many(name, permits + 1);
    return all.put(new Holders(privilege, names.put(holding, owner)), owner);
  }

  /**
   * @throws IllegalStateException when the name has no permit
   */
  static KeyedMap<Holders> without(KeyedMap<Holders> all, int privilege, Ref name, Object owner) {
    Holders before = all.get(privilege);
    int permits = before == null ? 0 : permits(before.names, name);
    if (before == null || permits == 0) {
      throw new IllegalStateException("the grant to remove is not in the snapshot");
    }
    KeyedMap<Holding> names =
        switch (permits) {
          case 1 -> before.names.remove(name.key(), owner);
          case 2 -> before.names.put(name, owner);
          default -> before.names.put(new Many(name, permits - 1), owner);
        };
    return names.isEmpty()
        ? all.remove(privilege, owner)
        : all.put(new Holders(privilege, names), owner);
  }

  private static int permits(KeyedMap<Holding> names, Ref name) {
    return switch (names.get(name.key())) {
      case null -> 0;
      case Ref _ -> 1;
      case Many many -> many.permits;
    };
  }

  static void forEach(@Nullable Holders holders, Consumer<Ref> consumer) {
    if (holders != null) {
      holders.names.forEach(
          holding -> consumer.accept(holding instanceof Many many ? many.name : (Ref) holding));
    }
  }

  /** A name that holds a privilege: the name itself stands for one permit. */
  sealed interface Holding extends Keyed permits Ref, Many {}
}
