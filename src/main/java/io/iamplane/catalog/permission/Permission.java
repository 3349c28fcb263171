package io.iamplane.catalog.permission;

import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.document.Risk;
import io.iamplane.chain.PersonalData;
import io.iamplane.shared.Aal;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A permission of an application's catalogue, as {@link Manifest.DeclaredPermission} declares it.
 *
 * @param requiredAal an allowed request below this is answered with step-up
 */
@RegisterForReflection
public record Permission(
    String key,
    String application,
    @Nullable String label,
    @Nullable String description,
    @Nullable String resource,
    @Nullable String action,
    @Nullable String relation,
    Risk risk,
    Aal requiredAal,
    CatalogStatus status)
    implements PersonalData {

  @Override
  public Set<String> personalMembers() {
    return Set.of("label", "description");
  }

  public Permission deprecated() {
    return new Permission(
        key,
        application,
        label,
        description,
        resource,
        action,
        relation,
        risk,
        requiredAal,
        CatalogStatus.DEPRECATED);
  }
}
