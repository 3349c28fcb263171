package io.iamplane.migrate.text;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerCondition;
import io.iamplane.migrate.PeerFaults;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerKind;
import io.iamplane.migrate.PeerModel;
import io.iamplane.migrate.PeerRelation;
import io.iamplane.migrate.PeerType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the types, relations and conditions of a model; finds those that are there twice. */
public final class ModelBuilder {

  private final PeerKind kind;
  private final PeerFaults faults;
  private final Map<String, FilePlace> types = new LinkedHashMap<>();

  /** Types that were extended and not declared so far. */
  private final Map<String, FilePlace> extended = new LinkedHashMap<>();

  private final Map<String, Map<String, PeerRelation>> relations = new LinkedHashMap<>();
  private final Map<String, PeerCondition> conditions = new LinkedHashMap<>();
  private @Nullable String type;
  private int names;

  public ModelBuilder(PeerKind kind, PeerFaults faults) {
    this.kind = kind;
    this.faults = faults;
  }

  public void type(String name, FilePlace place) throws PeerFaultsException {
    begin(name, place);
    extended.remove(name);
    if (types.putIfAbsent(name, place) != null) {
      faults.add(place, "type '" + name + "' is defined twice");
    }
  }

  /** Goes on with a type that is declared before or after. */
  public void extend(String name, FilePlace place) throws PeerFaultsException {
    begin(name, place);
    if (!types.containsKey(name)) {
      extended.putIfAbsent(name, place);
    }
  }

  private void begin(String name, FilePlace place) throws PeerFaultsException {
    count(place);
    type = name;
    relations.putIfAbsent(name, new LinkedHashMap<>());
  }

  /** The type that was begun last; throws when none was. */
  public String requireType(FilePlace place) throws PeerFaultsException {
    if (type == null) {
      throw new PeerFaultsException(place, "a relation must belong to a type");
    }
    return type;
  }

  /** Adds a name to the type that was begun last. */
  public void relation(PeerRelation relation) throws PeerFaultsException {
    count(relation.place());
    Map<String, PeerRelation> own = relations.get(requireType(relation.place()));
    if (own != null && own.putIfAbsent(relation.name(), relation) != null) {
      faults.add(
          relation.place(), "'%s' is defined twice in type '%s'".formatted(relation.name(), type));
    }
  }

  public void condition(PeerCondition condition) throws PeerFaultsException {
    count(condition.place());
    if (conditions.putIfAbsent(condition.name(), condition) != null) {
      faults.add(condition.place(), "condition '" + condition.name() + "' is defined twice");
    }
  }

  private void count(FilePlace place) throws PeerFaultsException {
    if (++names > PeerLimits.MAX_NAMES) {
      throw faults.end(place, "the model has more than %d names".formatted(PeerLimits.MAX_NAMES));
    }
  }

  /** The model; names that are not declared are found by {@link ModelNames}. */
  public PeerModel build() throws PeerFaultsException {
    for (Map.Entry<String, FilePlace> each : extended.entrySet()) {
      faults.add(each.getValue(), "there is no type '" + each.getKey() + "' to extend");
    }
    Map<String, PeerType> all = new LinkedHashMap<>();
    types.forEach((name, place) ->
        all.put(name, new PeerType(name, relations.getOrDefault(name, Map.of()), place)));
    PeerModel model = new PeerModel(kind, all, conditions);
    new ModelNames(model, faults).check();
    faults.refuse();
    return model;
  }
}
