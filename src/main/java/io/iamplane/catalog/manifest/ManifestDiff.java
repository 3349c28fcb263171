package io.iamplane.catalog.manifest;

import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.document.Manifest.App;
import io.iamplane.catalog.document.Manifest.Auth;
import io.iamplane.catalog.document.Manifest.DeclaredPermission;
import io.iamplane.catalog.document.Manifest.DeclaredRole;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The changes that a manifest makes; {@code app} and {@code auth} are null if they stay the same.
 *
 * @param from the version that it is compared with; 0: none, everything is new
 * @param attributes the declared condition fields, by {@code root.name}
 * @param approvalReasons none if it needs no approval
 * @param gains the new permissions of present holders, by role
 */
@RegisterForReflection
public record ManifestDiff(
    int from,
    int to,
    @Nullable Changed<App> app,
    @Nullable Changed<Auth> auth,
    Items<DeclaredPermission> permissions,
    Items<DeclaredRole> roles,
    Items<Object> types,
    Items<Object> attributes,
    Items<Object> conditions,
    List<String> approvalReasons,
    List<ManifestGains.Gain> gains) {

  /** Something that both have, in different forms. */
  @RegisterForReflection
  public record Changed<T>(String key, @Nullable T before, T after) {}

  /** New, removed and different items, in the order of keys. */
  @RegisterForReflection
  public record Items<T>(List<Item<T>> added, List<Item<T>> removed, List<Changed<T>> changed) {}

  /** Something that one of the two has. */
  @RegisterForReflection
  public record Item<T>(String key, T value) {}

  record Versions(int from, int to) {}

  static ManifestDiff of(
      Versions versions,
      @Nullable Manifest before,
      Manifest after,
      List<String> approvalReasons,
      List<ManifestGains.Gain> gains) {
    return new ManifestDiff(
        versions.from(),
        versions.to(),
        changed("app", before == null ? null : before.app(), after.app()),
        changed("auth", before == null ? null : before.auth(), after.auth()),
        items(
            byKey(before == null ? List.of() : before.permissions(), DeclaredPermission::key),
            byKey(after.permissions(), DeclaredPermission::key)),
        items(
            byKey(before == null ? List.of() : before.roles(), DeclaredRole::key),
            byKey(after.roles(), DeclaredRole::key)),
        items(before == null ? Map.of() : before.types(), after.types()),
        items(before == null ? Map.of() : fields(before.attributes()), fields(after.attributes())),
        items(before == null ? Map.of() : before.conditions(), after.conditions()),
        approvalReasons,
        gains);
  }

  private static <T> @Nullable Changed<T> changed(String key, @Nullable T before, T after) {
    return after.equals(before) ? null : new Changed<>(key, before, after);
  }

  private static <T> Items<T> items(Map<String, T> before, Map<String, T> after) {
    Map<String, T> left = new TreeMap<>(before);
    List<Item<T>> added = new ArrayList<>();
    List<Changed<T>> changed = new ArrayList<>();
    new TreeMap<>(after)
        .forEach((key, value) -> {
          T known = left.remove(key);
          if (known == null) {
            added.add(new Item<>(key, value));
          } else if (!known.equals(value)) {
            changed.add(new Changed<>(key, known, value));
          }
        });
    List<Item<T>> removed = new ArrayList<>();
    left.forEach((key, value) -> removed.add(new Item<>(key, value)));
    return new Items<>(added, removed, changed);
  }

  private static <T> Map<String, T> byKey(List<T> items, Function<T, String> key) {
    return items.stream().collect(Collectors.toMap(key, Function.identity()));
  }

  /** {@code {"context": {"amount": "int"}}} as {@code context.amount}. */
  private static Map<String, Object> fields(Map<String, Object> attributes) {
    Map<String, Object> fields = new TreeMap<>();
    attributes.forEach((root, declared) -> {
      if (declared instanceof Map<?, ?> names) {
        names.forEach((name, type) -> fields.put(root + "." + name, String.valueOf(type)));
      }
    });
    return fields;
  }
}
