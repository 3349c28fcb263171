package io.iamplane.migrate.target;

import io.iamplane.language.relation.ModelFault;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerCondition;
import io.iamplane.migrate.PeerExpression;
import io.iamplane.migrate.PeerExpression.Computed;
import io.iamplane.migrate.PeerExpression.Direct;
import io.iamplane.migrate.PeerFaults;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerModel;
import io.iamplane.migrate.PeerRelation;
import io.iamplane.migrate.PeerSubject;
import io.iamplane.migrate.PeerType;
import io.iamplane.migrate.target.Bringable.Name;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes a model of another system as one of this product. */
public final class ModelWriter {

  /** The beginning of the checker's fault for a name that only itself defines. */
  private static final String NEVER = "the name can never hold";

  private final PeerModel model;
  private final String prefix;

  /** Names that were refused here when they were written whole. */
  private final Map<Name, String> refused = new LinkedHashMap<>();

  /** Names that could never hold, so that they hold for no one there either. */
  private final Set<Name> empty = new LinkedHashSet<>();

  private ModelWriter(PeerModel model, String prefix) {
    this.model = model;
    this.prefix = prefix;
  }

  /**
   * Writes a model, and reports the differences.
   *
   * @throws PeerFaultsException if it exceeds the limits of a model here
   */
  public static TargetModel write(PeerModel model, ImportReport report) throws PeerFaultsException {
    return write(model, "", report);
  }

  /**
   * The same for a tenant where other applications have types of these names: all types but the
   * directory's get the prefix.
   */
  public static TargetModel write(PeerModel model, String prefix, ImportReport report)
      throws PeerFaultsException {
    return new ModelWriter(model, prefix).write(report);
  }

  private TargetModel write(ImportReport report) throws PeerFaultsException {
    while (true) {
      Attempt attempt = new Attempt(new ImportReport());
      RelationModel.Parsed parsed =
          RelationModel.parse(attempt.types, attempt.conditions.declarations(attempt.listed));
      RelationModel checked = parsed.model();
      if (checked != null) {
        new Attempt(report).reportRefused();
        TargetModel.Kept kept =
            new TargetModel.Kept(
                attempt.names, attempt.conditions, attempt.stored, attempt.objects);
        return new TargetModel(checked.canonical(), checked.canonicalConditions(), model, kept);
      }
      refuse(parsed.faults(), attempt);
    }
  }

  /** Has the next attempt do without the names that have faults. */
  private void refuse(List<ModelFault> faults, Attempt attempt) throws PeerFaultsException {
    int before = refused.size() + empty.size();
    for (ModelFault fault : faults) {
      Name name = attempt.sources.get(fault.path());
      if (name != null && fault.message().startsWith(NEVER)) {
        empty.add(name);
      } else if (name != null) {
        refused.putIfAbsent(name, fault.message());
      }
    }
    if (refused.size() + empty.size() == before) {
      PeerFaults all = new PeerFaults();
      for (ModelFault fault : faults) {
        all.add(placeOf(fault, attempt), fault.message());
      }
      all.refuse();
    }
  }

  private FilePlace placeOf(ModelFault fault, Attempt attempt) {
    Name name = attempt.sources.get(fault.path());
    PeerType type =
        name == null
            ? model.types().values().stream()
                .filter(each -> fault.path().equals("types." + attempt.names.type(each.name())))
                .findFirst()
                .orElse(null)
            : model.types().get(name.type());
    return type == null ? model.types().values().iterator().next().place() : type.place();
  }

  /** The model written once. */
  private final class Attempt {
    private final ImportReport report;
    private final TargetNames names;
    private final TargetConditions conditions = new TargetConditions(model);
    private final Bringable bringable;
    private final Map<Name, String> stored = new HashMap<>();
    private final TraversedObjects traversed = new TraversedObjects(model);
    private final Map<Name, List<String>> objects = new HashMap<>();

    /** The texts by type, kind and name. */
    private final Map<String, Map<String, Map<String, String>>> types = new TreeMap<>();

    /** The conditions that some relation is listed with. */
    private final Set<String> listed = new HashSet<>();

    /** The source of each text by its path in the written model. */
    private final Map<String, Name> sources = new HashMap<>();

    private Attempt(ImportReport report) {
      this.report = report;
      this.names = new TargetNames(model, prefix, report);
      this.bringable =
          new Bringable(model, refused.keySet(), empty, conditions::isWritable, report);
      for (PeerCondition condition : model.conditions().values()) {
        if (!conditions.isWritable(condition.name())) {
          report.loss(condition.place(), conditions.obstacle(condition.name()));
        }
      }
      model.types().values().forEach(this::nameObjects);
      model.types().values().forEach(this::type);
    }

    private void nameObjects(PeerType type) {
      for (PeerRelation relation : type.relations().values()) {
        List<List<PeerSubject>> parts = traversed.of(type.name(), relation.name());
        List<String> further =
            parts.stream().map(_ -> names.further(type, relation.name() + "_object")).toList();
        if (!further.isEmpty()) {
          objects.put(new Name(type.name(), relation.name()), further);
          report.note(
              relation.place(),
              ("'%s' is also stored as %s, because traversals need the objects of its usersets:"
                      + " write and delete them together")
                  .formatted(
                      relation.name(),
                      further.stream()
                          .map(each -> "'" + each + "'")
                          .collect(Collectors.joining(", "))));
        }
      }
    }

    private void reportRefused() {
      refused.forEach((name, message) ->
          report.loss(placeOf(name), "'%s': %s".formatted(name.name(), message)));
      for (Name name : empty) {
        report.note(
            placeOf(name),
            "'%s' can never hold, because it is defined only by itself; it is converted to 'nil'"
                .formatted(name.name()));
      }
    }

    private FilePlace placeOf(Name name) {
      PeerType type = Objects.requireNonNull(model.types().get(name.type()));
      return Objects.requireNonNull(type.relations().get(name.name())).place();
    }

    private void type(PeerType type) {
      types.put(typeOf(type.name()), new TreeMap<>());
      type.relations().values().forEach(each -> relation(type, each));
    }

    private void relation(PeerType type, PeerRelation relation) {
      Name source = new Name(type.name(), relation.name());
      String name = Objects.requireNonNull(names.name(type.name(), relation.name()));
      String list = list(relation, TargetNames.isMembership(typeOf(type.name()), name));
      objects(type, relation);
      PeerExpression expression = bringable.brought(type, relation);
      if (relation.subjects().isEmpty()) {
        put("permissions", source, name, text(type, expression, ""));
      } else if (expression instanceof Direct) {
        put("relations", source, name, list);
      } else if (ExpressionText.directs(expression) <= 1) {
        put("relations", source, name, text(type, expression, list));
      } else {
        String own = names.further(type, name + "_stored");
        stored.put(source, own);
        report.note(
            relation.place(),
            "relations stored as '%s' are now stored as '%s'".formatted(relation.name(), own));
        put("relations", source, own, list);
        Computed there = new Computed(own, relation.place());
        PeerExpression whole = expression.replaced(leaf -> leaf instanceof Direct ? there : leaf);
        put("permissions", source, name, text(type, whole, ""));
      }
    }

    private void objects(PeerType type, PeerRelation relation) {
      Name source = new Name(type.name(), relation.name());
      List<String> further = objects.getOrDefault(source, List.of());
      for (int i = 0; i < further.size(); i++) {
        String list =
            traversed.of(type.name(), relation.name()).get(i).stream()
                .map(each -> names.type(each.type()) + conditional(each))
                .distinct()
                .collect(Collectors.joining(" | "));
        put("relations", source, further.get(i), list);
      }
    }

    private void put(String kind, Name source, String name, String text) {
      String type = typeOf(source.type());
      Objects.requireNonNull(types.get(type))
          .computeIfAbsent(kind, _ -> new TreeMap<>())
          .put(name, text);
      sources.put("types.%s.%s.%s".formatted(type, kind, name), source);
    }

    private String text(PeerType type, PeerExpression expression, String list) {
      return new ExpressionText(
              each -> names.name(type.name(), each), arrow -> traversals(type, arrow))
          .write(expression, list);
    }

    /** One for each relation that stores what is traversed, with the translated names. */
    private List<String> traversals(PeerType type, PeerExpression.Arrow arrow) {
      PeerRelation through = Objects.requireNonNull(type.relations().get(arrow.through()));
      List<String> further =
          objects.getOrDefault(new Name(type.name(), arrow.through()), List.of());
      if (further.isEmpty()) {
        String name = Objects.requireNonNull(names.name(type.name(), arrow.through()));
        return List.of(
            traversal(
                name, arrow, beyond(through.subjects(), arrow).findFirst().orElse(arrow.name())));
      }
      List<String> all = new ArrayList<>();
      for (int i = 0; i < further.size(); i++) {
        String own = further.get(i);
        beyond(traversed.of(type.name(), arrow.through()).get(i), arrow)
            .findFirst()
            .ifPresent(name -> all.add(traversal(own, arrow, name)));
      }
      return all;
    }

    private static String traversal(String through, PeerExpression.Arrow arrow, String name) {
      return arrow.all() ? "%s.all(%s)".formatted(through, name) : through + "->" + name;
    }

    /** The translated names behind a traversal, on the types that it leads to. */
    private Stream<String> beyond(List<PeerSubject> subjects, PeerExpression.Arrow arrow) {
      return subjects.stream()
          .map(subject -> names.name(subject.type(), arrow.name()))
          .filter(Objects::nonNull);
    }

    private String typeOf(String type) {
      return Objects.requireNonNull(names.type(type));
    }

    private String list(PeerRelation relation, boolean membership) {
      return relation.subjects().stream()
          .map(subject -> subject(subject) + (membership ? "" : conditional(subject)))
          .distinct()
          .collect(Collectors.joining(" | "));
    }

    /** A condition that cannot be written lets nothing be stored, so none is demanded for it. */
    private String conditional(PeerSubject subject) {
      String condition = subject.condition();
      if (condition == null || !conditions.isWritable(condition)) {
        return "";
      }
      listed.add(condition);
      return " with " + condition;
    }

    private String subject(PeerSubject subject) {
      String type = typeOf(subject.type());
      if (subject.relation() != null) {
        return type + "#" + names.name(subject.type(), subject.relation());
      }
      return subject.wildcard() ? type + ":*" : type;
    }
  }
}
