package io.iamplane.packaged;

import java.io.IOException;

/** Operations that write, or read, rows of one table each; see {@link StoreBenchIT}. */
enum StoreOperation {
  USER("user", (lane, name) -> lane.post("users", named("external_id", name))),
  ACCOUNT(
      "service account and client",
      (lane, name) -> lane.post("service-accounts", named("external_id", name))),
  ACCOUNT_CHANGED(
      "service account, changed",
      (lane, name) -> lane.patch("service-accounts/a" + lane.number(), "{\"name\":\"%s\"}", name)),
  GROUP("group", (lane, name) -> lane.post("groups", named("key", name))),
  MEMBER(
      "group member, added and removed",
      (lane, _) -> {
        String member = "u" + lane.number();
        String body = "{\"member_type\":\"user\",\"member_id\":\"" + member + "\"}";
        lane.post("groups/crowd/members", body);
        lane.delete("groups/crowd/members?member_type=user&member_id=" + member);
      }),
  ROLE(
      "role",
      (lane, name) ->
          lane.post(
              "roles",
              "{\"key\":\"%s\",\"label\":\"Bench\",\"permissions\":[\"shop:item.read\"]}"
                  .formatted(name))),
  MANIFEST(
      "application by its first manifest: 20 permissions, 5 roles, client",
      (lane, name) -> {
        String id = lane.post("applications/" + name + "/manifests", StoreLane.manifest(name)).id();
        lane.post("manifests/" + id + "/apply", "");
      }),
  WEBHOOK(
      "webhook, made and deleted",
      (lane, _) -> {
        String body =
            """
            {"url": "https://hooks.example.com/iam", "event_filters": ["iam.manifest.rejected"]}
            """;
        lane.delete("webhooks/" + lane.post("webhooks", body).id());
      }),
  ORGANIZATION(
      "organization", (lane, name) -> lane.platform().post("organizations", named("key", name))),
  ONE_ACCOUNT("service account, read", (lane, _) -> lane.get("service-accounts/a" + lane.number())),
  ONE_GROUP("group, read", (lane, _) -> lane.get("groups/crowd")),
  ONE_ROLE("role, read", (lane, _) -> lane.get("roles/shop:reader"));

  private final String title;
  private final Work work;

  /** One operation of a lane; the name is used once. */
  private interface Work {
    void on(StoreLane lane, String name) throws IOException;
  }

  StoreOperation(String title, Work work) {
    this.title = title;
    this.work = work;
  }

  String title() {
    return title;
  }

  void on(StoreLane lane, String name) throws IOException {
    work.on(lane, name);
  }

  private static String named(String key, String name) {
    return "{\"name\":\"Bench\",\"%s\":\"%s\"}".formatted(key, name);
  }
}
