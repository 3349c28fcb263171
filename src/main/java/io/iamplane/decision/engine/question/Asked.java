package io.iamplane.decision.engine.question;

import org.jspecify.annotations.Nullable;

/** The permission, relation or action in question. */
public sealed interface Asked {

  /**
   * A permission of the catalogue.
   *
   * @param key the full key, {@code app:key}; without a colon, a key of {@code application}
   * @param application the application asked about; null when the key has it
   * @param held asks if it is held, as previews do: on the request's resource even if that is of
   *     another type than the permission's, or on none. Actual checks never set it
   */
  record Permission(String key, @Nullable String application, boolean held) implements Asked {

    public Permission(String key, @Nullable String application) {
      this(key, application, false);
    }

    @Override
    public String name() {
      return key;
    }

    /** The key that the catalogue holds. */
    public String fullKey() {
      return application != null && key.indexOf(':') < 0 ? application + ":" + key : key;
    }
  }

  /**
   * A relation or permission of a relation model, on the request's resource.
   *
   * @param application the application of the model; null: the only one with that name on that type
   *     in its model
   */
  record Relation(String name, @Nullable String application) implements Asked {}

  /**
   * An action of AuthZEN on the request's resource: the application's permission with that action
   * and the resource's type, else the relation or permission of that name in its relation model.
   *
   * @param application without one, nothing is known
   */
  record Action(String name, @Nullable String application) implements Asked {}

  @Nullable String application();

  /** The key or name, as it was asked for. */
  String name();

  /** The kind of question, as records of decisions have it. */
  default String kind() {
    return switch (this) {
      case Permission _ -> "permission";
      case Relation _ -> "relation";
      case Action _ -> "action";
    };
  }

  default Asked of(@Nullable String application) {
    return switch (this) {
      case Permission asked -> new Permission(asked.key(), application, asked.held());
      case Relation asked -> new Relation(asked.name(), application);
      case Action asked -> new Action(asked.name(), application);
    };
  }
}
