package io.iamplane.grant.relation;

import io.iamplane.catalog.application.Application;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.TypeDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the declared attributes that the conditions of relations read. A relation belongs to the
 * tenant, so they are those of every application with a model that declares it, suspended ones too.
 * For one thread.
 */
public final class RelationSchemas {

  private record Declared(String type, String relation) {}

  private record Declarations(RelationModel model, AttributeSchema schema) {}

  private final Collection<Application> applications;
  private @Nullable List<Declarations> declarations;
  private final Map<Declared, AttributeSchema> known = new HashMap<>();

  /** Reads nothing before it is asked. */
  public RelationSchemas(Collection<Application> applications) {
    this.applications = applications;
  }

  /** The attributes that the condition of such a relation reads; empty when it has none. */
  public AttributeSchema of(Relation relation) {
    return relation.condition() == null
        ? AttributeSchema.EMPTY
        : of(relation.object().type(), relation.relation());
  }

  AttributeSchema of(String type, String relation) {
    return known.computeIfAbsent(
        new Declared(type, relation),
        declared ->
            AttributeSchema.merged(
                declarations().stream()
                    .filter(each -> declares(each.model(), declared))
                    .map(Declarations::schema)
                    .toList()));
  }

  private static boolean declares(RelationModel model, Declared declared) {
    TypeDefinition type = model.types().get(declared.type());
    return type != null && type.relations().containsKey(declared.relation());
  }

  private List<Declarations> declarations() {
    List<Declarations> read = declarations;
    if (read == null) {
      read = new ArrayList<>();
      for (Application application : applications) {
        RelationModel model = application.attributes().isEmpty() ? null : application.model();
        if (model != null) {
          read.add(new Declarations(model, application.schema()));
        }
      }
      declarations = read;
    }
    return read;
  }
}
