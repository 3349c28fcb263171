package io.iamplane.catalog.role;

import io.iamplane.catalog.permission.CatalogStatus;
import io.iamplane.chain.PersonalData;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A named set of permissions and of other roles.
 *
 * @param key {@code app:key} for an application's role, a bare key for the tenant's own
 * @param permissions full keys, and patterns such as {@code warehouse:stock.*}
 * @param includes the keys of included roles
 * @param privileged true if granting it needs more than other roles do
 * @param breakGlass true if it is for emergencies
 * @param request the rules for requests of the role
 * @param revision rises with every change of the role
 */
@RegisterForReflection
public record Role(
    String key,
    @Nullable String application,
    String label,
    List<String> permissions,
    List<String> includes,
    boolean privileged,
    boolean breakGlass,
    boolean selfRequestable,
    Map<String, Object> request,
    CatalogStatus status,
    long revision)
    implements PersonalData {

  @Override
  public Set<String> personalMembers() {
    return request.isEmpty() ? Set.of("label") : Set.of("label", "request");
  }

  /** To how many levels roles include roles: a chain of one role more. */
  public static final int MAX_DEPTH = 16;

  public Role deprecated() {
    return with(CatalogStatus.DEPRECATED, revision + 1);
  }

  /** Returns true if two are the same except for their revisions. */
  public boolean sameAs(Role other) {
    return at(0).equals(other.at(0));
  }

  Role at(long newRevision) {
    return with(status, newRevision);
  }

  private Role with(CatalogStatus newStatus, long newRevision) {
    return new Role(
        key,
        application,
        label,
        permissions,
        includes,
        privileged,
        breakGlass,
        selfRequestable,
        request,
        newStatus,
        newRevision);
  }
}
