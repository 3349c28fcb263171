package io.iamplane.migrate.export;

import io.iamplane.language.condition.NamedCondition;
import io.iamplane.language.relation.RelationExpression;
import io.iamplane.language.relation.RelationExpression.All;
import io.iamplane.language.relation.RelationExpression.Exclusion;
import io.iamplane.language.relation.RelationExpression.Intersection;
import io.iamplane.language.relation.RelationExpression.Name;
import io.iamplane.language.relation.RelationExpression.Nil;
import io.iamplane.language.relation.RelationExpression.Self;
import io.iamplane.language.relation.RelationExpression.Stored;
import io.iamplane.language.relation.RelationExpression.Traversal;
import io.iamplane.language.relation.RelationExpression.Union;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.SubjectType;
import io.iamplane.migrate.export.ExportReport.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A model as OpenFGA has it (schema 1.1). A part that cannot be written holds for no one there; a
 * name that loses a part is <em>reduced</em>, and a name that excludes a reduced name holds for no
 * one either, since the subjects to exclude are unknown. So the model allows less there, never
 * more. A name that can hold for no one is left out: OpenFGA refuses it.
 */
public final class FgaModelExport {

  private final ExportRules rules;
  private final Map<String, FgaConditionText.Written> conditions = new TreeMap<>();
  private final Set<ModelTerm> reduced = new HashSet<>();

  /** The written expression of each name that may hold for a subject. */
  private final Map<ModelTerm, RelationExpression> written = new TreeMap<>(ModelTerm.ORDER);

  private FgaModelExport(ExportRules rules, Collection<NamedCondition> declared) {
    this.rules = rules;
    declared.forEach(each -> conditions.put(each.name(), FgaConditionText.of(each)));
  }

  /**
   * Makes a model of OpenFGA, and reports the parts that cannot be written.
   *
   * @param members the kinds of members that groups have in the directory, for any model
   */
  public static FgaModelExport of(
      RelationModel model, Collection<SubjectType> members, ExportReport report) {
    FgaModelExport export =
        new FgaModelExport(ExportRules.of(model, members), model.conditions().values());
    export.reduce(report);
    export.write(report);
    export.reportWeaker(report);
    return export;
  }

  /** Finds the names that lose something: directly, or because they rest on such a name. */
  private void reduce(ExportReport report) {
    rules
        .all()
        .forEach((term, expression) -> {
          List<String> losses = new ArrayList<>();
          if (FgaNames.fault(term.name()) != null) {
            losses.add(FgaNames.fault(term.name()));
          }
          losses(term.type(), expression, false, losses);
          if (!losses.isEmpty()) {
            reduced.add(term);
            losses.forEach(each -> report.add(term.toString(), Kind.LOSS, each));
          }
        });
    boolean more = true;
    while (more) {
      more = false;
      for (ModelTerm each : rules.all().keySet()) {
        more |= rules.restsOn(each, reduced::contains) && reduced.add(each);
      }
    }
    rules
        .all()
        .forEach((term, expression) -> {
          if (excludesReduced(term.type(), expression)) {
            report.add(
                term.toString(),
                Kind.LOSS,
                "the excluded part of an exclusion cannot be fully written; the exclusion holds for"
                    + " no one");
          }
        });
  }

  /** There a condition that lacks a value holds for no one, so that it excludes no one either. */
  private void reportWeaker(ExportReport report) {
    written.forEach((term, expression) -> {
      if (rules.excludes(term)) {
        expression.subjects().stream()
            .filter(each -> each.condition() != null)
            .forEach(each ->
                report.add(
                    term.toString(),
                    Kind.WEAKER,
                    "'%s' excludes no one in OpenFGA if a value of the condition is missing"
                        .formatted(each.canonical())));
      }
    });
  }

  private boolean excludesReduced(String type, RelationExpression expression) {
    return switch (expression) {
      case Stored _, Self _, Nil _, Name _, Traversal _, All _, Union _, Intersection _ ->
          expression.parts().stream().anyMatch(each -> excludesReduced(type, each));
      case Exclusion without ->
          excludesReduced(type, without.base())
              || rules.terms(type, without.excluded()).anyMatch(reduced::contains);
    };
  }

  private void losses(
      String type, RelationExpression expression, boolean excluded, List<String> losses) {
    switch (expression) {
      case Stored stored -> {
        for (SubjectType each : stored.subjects()) {
          String obstacle = obstacle(each);
          if (obstacle != null) {
            losses.add(
                "the condition of '%s' is not written: %s".formatted(each.canonical(), obstacle));
          }
        }
        if (excluded) {
          losses.add("subject types cannot follow 'but not'");
        }
      }
      case Self _ -> losses.add("'self' has no equivalent in OpenFGA");
      case All all -> losses.add("'" + all.canonical() + "' has no equivalent in OpenFGA");
      case Nil _, Name _, Union _, Intersection _ ->
          expression.parts().forEach(each -> losses(type, each, excluded, losses));
      case Traversal traversal -> {
        if (!rules.isPlain(type, traversal.through())) {
          losses.add(
              "'%s' traverses a relation with usersets or wildcards, which OpenFGA does not support"
                  .formatted(traversal.canonical()));
        }
      }
      case Exclusion without -> {
        losses(type, without.base(), excluded, losses);
        losses(type, without.excluded(), true, losses);
      }
    }
  }

  /** Writes names until no further one can hold for someone. */
  private void write(ExportReport report) {
    int before = -1;
    while (written.size() > before) {
      before = written.size();
      rules
          .all()
          .forEach((term, expression) -> {
            RelationExpression here = convert(term.type(), expression);
            if (!(here instanceof Nil) && FgaNames.fault(term.name()) == null) {
              written.put(term, here);
            }
          });
    }
    rules.all().keySet().stream()
        .filter(term -> !written.containsKey(term) && !reduced.contains(term))
        .forEach(term ->
            report.add(term.toString(), Kind.NOTE, "left out, because it holds for no one"));
  }

  private RelationExpression convert(String type, RelationExpression expression) {
    return switch (expression) {
      case Stored stored -> stored(stored);
      case Self _, All _, Nil _ -> new Nil();
      case Name name -> has(type, name.name()) ? name : new Nil();
      case Traversal traversal -> traversal(type, traversal);
      case Union union -> {
        List<RelationExpression> operands =
            converted(type, union.operands()).filter(each -> !(each instanceof Nil)).toList();
        yield operands.isEmpty()
            ? new Nil()
            : operands.size() == 1 ? operands.getFirst() : new Union(operands);
      }
      case Intersection both -> {
        List<RelationExpression> operands = converted(type, both.operands()).toList();
        yield operands.stream().anyMatch(Nil.class::isInstance)
            ? new Nil()
            : new Intersection(operands);
      }
      case Exclusion without -> exclusion(type, without);
    };
  }

  /** Stored subjects come first, as OpenFGA's grammar requires. */
  private Stream<RelationExpression> converted(String type, List<RelationExpression> operands) {
    return operands.stream()
        .map(each -> convert(type, each))
        .sorted(Comparator.comparing(each -> each.subjects().isEmpty()));
  }

  private RelationExpression exclusion(String type, Exclusion without) {
    List<String> losses = new ArrayList<>();
    losses(type, without.excluded(), true, losses);
    boolean unclear =
        !losses.isEmpty() || rules.terms(type, without.excluded()).anyMatch(reduced::contains);
    RelationExpression base = convert(type, without.base());
    if (unclear || base instanceof Nil) {
      return new Nil();
    }
    RelationExpression excluded = convert(type, without.excluded());
    return excluded instanceof Nil ? base : new Exclusion(base, excluded);
  }

  private RelationExpression stored(Stored stored) {
    List<SubjectType> subjects =
        stored.subjects().stream()
            // Without its condition it would allow more.
            .filter(each -> obstacle(each) == null)
            .filter(each -> each.relation() == null || has(each.type(), each.relation()))
            .toList();
    return subjects.isEmpty() ? new Nil() : new Stored(stored.relation(), subjects);
  }

  /** The reason against writing the condition of such a subject; null if absent. */
  private @Nullable String obstacle(SubjectType subject) {
    if (subject.condition() == null) {
      return null;
    }
    FgaConditionText.Written condition = conditions.get(subject.condition());
    return Objects.requireNonNull(condition).obstacle();
  }

  private RelationExpression traversal(String type, Traversal traversal) {
    boolean reached =
        rules.isPlain(type, traversal.through())
            && has(type, traversal.through())
            && subjects(new ModelTerm(type, traversal.through())).stream()
                .anyMatch(each -> has(each.type(), traversal.name()));
    return reached ? traversal : new Nil();
  }

  /** The written subjects that may be stored for a name. */
  private List<SubjectType> subjects(ModelTerm term) {
    RelationExpression expression = written.get(term);
    return expression == null ? List.of() : expression.subjects();
  }

  private boolean has(String type, String name) {
    return written.containsKey(new ModelTerm(type, name));
  }

  public String dsl() {
    Set<String> used =
        written.values().stream()
            .flatMap(each -> each.subjects().stream())
            .flatMap(each -> Stream.ofNullable(each.condition()))
            .collect(Collectors.toSet());
    List<String> texts =
        conditions.entrySet().stream()
            .filter(each -> used.contains(each.getKey()))
            .flatMap(each -> Stream.ofNullable(each.getValue().text()))
            .toList();
    return FgaDslText.of(rules.types(), written, texts);
  }

  /** Counts its types, including types that are subjects only. */
  public int types() {
    return rules.types().size();
  }

  /** Returns true if such a relation has an effect in the model here. */
  boolean heeds(ModelTerm term, SubjectType subject) {
    return rules.subjects(term.type(), term.name()).contains(subject);
  }

  /** Returns true if the model there accepts such a relation. */
  boolean takes(ModelTerm term, SubjectType subject) {
    return subjects(term).contains(subject);
  }

  /** A condition of the model; relations that name one without a text are not written either. */
  FgaConditionText.@Nullable Written condition(String name) {
    return conditions.get(name);
  }

  /** Returns true if a smaller extent of a relation may allow more. */
  boolean excludes(ModelTerm term) {
    return rules.excludes(term);
  }
}
