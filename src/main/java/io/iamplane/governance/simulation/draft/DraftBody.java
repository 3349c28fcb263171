package io.iamplane.governance.simulation.draft;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.catalog.role.CreateRoleRequest;
import io.iamplane.grant.CreateGrantRequest;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A change that is thought of, in this order. Every member may be left out.
 *
 * @param manifest of an application, new or known, as if it were applied
 * @param roles of the tenant, made or put in the place of those with the same keys
 * @param deleteRoles the keys of those to be deleted
 * @param revokeGrants the ids of those to be revoked
 * @param grants to be made
 */
@RegisterForReflection
public record DraftBody(
    @Nullable @Schema(type = SchemaType.OBJECT) JsonNode manifest,
    @Nullable @Size(max = MAX_ROLES) List<@NotNull @Valid CreateRoleRequest> roles,
    @Nullable @Size(max = MAX_ROLES) @Schema(examples = "[\"stock-keeper\"]")
        List<@NotNull String> deleteRoles,
    @Nullable
        @Size(max = MAX_REVOKED)
        @Schema(examples = "[\"0192f3c4-0000-7000-8000-000000000001\"]")
        List<@NotNull String> revokeGrants,
    @Nullable @Size(max = MAX_GRANTS) List<@NotNull @Valid CreateGrantRequest> grants) {

  static final int MAX_GRANTS = 100;
  static final int MAX_ROLES = 100;
  static final int MAX_REVOKED = 1_000;

  public static final DraftBody EMPTY = new DraftBody(null, null, null, null, null);

  public static DraftBody orEmpty(@Nullable DraftBody body) {
    return body == null ? EMPTY : body;
  }

  public boolean isEmpty() {
    return (manifest == null || manifest.isNull())
        && isEmpty(roles)
        && isEmpty(deleteRoles)
        && isEmpty(revokeGrants)
        && isEmpty(grants);
  }

  private static boolean isEmpty(@Nullable List<?> list) {
    return list == null || list.isEmpty();
  }
}
