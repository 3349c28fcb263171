package io.iamplane.catalog.manifest;

import io.iamplane.shared.Aal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public record Manifest(App app, List<DeclaredPermission> permissions, List<DeclaredRole> roles, Map<String, Object> types, Map<String, Object> attributes) {
  public record App(String key, String name, @Nullable String type, Risk riskLevel) {}
  public record DeclaredPermission(String key, @Nullable String label, @Nullable String description, @Nullable String resource, @Nullable String action, @Nullable String relation, Risk risk, Aal requiredAal) {}
  public record DeclaredRole(String key, String label, List<String> permissions, List<String> includes, boolean privileged, boolean selfRequestable, Map<String, Object> request) {}
}
