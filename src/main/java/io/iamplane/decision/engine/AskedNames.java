package io.iamplane.decision.engine;

import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.AskedName;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import org.jspecify.annotations.Nullable;

/** Finds a policy's names for a question. */
final class AskedNames {

  private AskedNames() {}

  static AskedName of(Catalog catalog, Asked asked, @Nullable Party about) {
    return switch (asked) {
      case Asked.Permission permission -> {
        CatalogPermission found = catalog.permission(permission.fullKey());
        yield found == null ? bare(catalog, prefix(permission)) : found.name();
      }
      case Asked.Relation relation ->
          ofModel(catalog, relation.name(), relation.application(), about);
      case Asked.Action action -> {
        String application = action.application();
        CatalogPermission found =
            application == null || about == null
                ? null
                : catalog.byAction(application, action.name(), about.type());
        yield found == null ? ofModel(catalog, action.name(), application, about) : found.name();
      }
    };
  }

  private static AskedName ofModel(
      Catalog catalog, String name, @Nullable String named, @Nullable Party about) {
    String application =
        named == null && about != null ? catalog.applicationDeclaring(about.type(), name) : named;
    return application != null
            && about != null
            && catalog.hasApplication(application)
            && catalog.modelDeclares(application, about.type(), name)
        ? new AskedName(application, about.type() + "#" + name)
        : bare(catalog, application);
  }

  private static AskedName bare(Catalog catalog, @Nullable String application) {
    return application != null && catalog.hasApplication(application)
        ? new AskedName(application, "")
        : AskedName.UNKNOWN;
  }

  private static @Nullable String prefix(Asked.Permission asked) {
    int colon = asked.key().indexOf(':');
    return colon < 0 ? asked.application() : asked.key().substring(0, colon);
  }
}
