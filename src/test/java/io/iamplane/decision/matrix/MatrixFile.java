package io.iamplane.decision.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A tenant and questions about it.
 *
 * @param about a description for the reader
 * @param engineOnly true if no request can produce the case
 * @param maxSteps the step budget of a decision; null: plenty
 * @param manifests as they are submitted; {@link #understoodManifests} for their content
 * @param roles the tenant's own
 */
public record MatrixFile(
    String name,
    @Nullable String about,
    boolean engineOnly,
    @Nullable Integer maxSteps,
    List<JsonNode> manifests,
    List<MatrixRole> roles,
    List<MatrixUser> users,
    List<MatrixServiceAccount> serviceAccounts,
    List<MatrixGroup> groups,
    List<MatrixObject> objects,
    List<MatrixGrant> grants,
    List<MatrixRelation> relations,
    List<MatrixCase> cases) {

  public MatrixFile(
      String name,
      @Nullable String about,
      boolean engineOnly,
      @Nullable Integer maxSteps,
      @Nullable List<JsonNode> manifests,
      @Nullable List<MatrixRole> roles,
      @Nullable List<MatrixUser> users,
      @Nullable List<MatrixServiceAccount> serviceAccounts,
      @Nullable List<MatrixGroup> groups,
      @Nullable List<MatrixObject> objects,
      @Nullable List<MatrixGrant> grants,
      @Nullable List<MatrixRelation> relations,
      List<MatrixCase> cases) {
    this.name = Objects.requireNonNull(name, "a file has a name");
    this.about = about;
    this.engineOnly = engineOnly;
    this.maxSteps = maxSteps;
    this.manifests = listed(manifests);
    this.roles = listed(roles);
    this.users = listed(users);
    this.serviceAccounts = listed(serviceAccounts);
    this.groups = listed(groups);
    this.objects = listed(objects);
    this.grants = listed(grants);
    this.relations = listed(relations);
    this.cases = listed(cases);
    if (maxSteps != null && !engineOnly) {
      throw new IllegalArgumentException("max_steps is for engine_only files");
    }
    unique("grant", this.grants.stream().map(MatrixGrant::id));
    unique("case", this.cases.stream().map(MatrixCase::name));
    understoodManifests();
    this.cases.forEach(this::understood);
  }

  /** The parsed manifests. */
  public List<MatrixManifest> understoodManifests() {
    return manifests.stream()
        .map(manifest -> MatrixReader.mapper().convertValue(manifest, MatrixManifest.class))
        .toList();
  }

  /**
   * The same file with every placeholder such as {@code ${user:ann}} in groups, objects, grants,
   * relations and cases replaced.
   *
   * @param ids the directory's ids by reference, {@code user:ann}
   */
  public MatrixFile withIds(Map<String, String> ids) {
    return new Placeholders(ids).replacedIn(this);
  }

  private void understood(MatrixCase each) {
    try {
      each.asked();
      labelled(each.expect().matched());
      labelled(each.expect().nearest());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("case '" + each.name() + "': " + e.getMessage(), e);
    }
  }

  private void labelled(@Nullable String label) {
    if (label != null && grants.stream().noneMatch(grant -> grant.id().equals(label))) {
      throw new IllegalArgumentException("there is no grant " + label);
    }
  }

  private static void unique(String what, Stream<String> names) {
    Set<String> seen = new HashSet<>();
    names.forEach(name -> {
      if (!seen.add(name)) {
        throw new IllegalArgumentException("there are two of " + what + " '" + name + "'");
      }
    });
  }

  private static <T> List<T> listed(@Nullable List<T> rows) {
    return rows == null ? List.of() : List.copyOf(rows);
  }

  @Override
  public String toString() {
    return name;
  }
}
