package io.iamplane.cli;

import io.iamplane.key.KeyInventory;
import io.iamplane.key.KeyView;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:keys:list",
    header = "List the signing keys.",
    description = {
      "%nShows the signing key for each purpose, its standby key, and the state of all other keys.",
      "For audit keys, also shows the verifier key to add to IAM_AUDIT_TRUSTED_KEYS. Never shows",
      "private keys."
    },
    footer = "  iam iam:keys:list --json")
final class KeysListCommand extends JsonCommand {

  private final Database database;
  private final KeyInventory keys;

  KeysListCommand(Database database, KeyInventory keys, Output output) {
    super(output);
    this.database = database;
    this.keys = keys;
  }

  @RegisterForReflection
  record View(List<KeyView> keys) {}

  @Override
  public Integer call() {
    database.requireSchema();
    View view = new View(keys.all());
    return done(view, lines(view.keys()));
  }

  private static List<String> lines(List<KeyView> keys) {
    List<String> lines = new ArrayList<>();
    for (KeyView key : keys) {
      lines.add(
          "%-5s  %-7s  %s  %s"
              .formatted(key.purpose().wire(), key.status().wire(), key.kid(), since(key)));
      if (key.verifierKey() != null) {
        lines.add("       " + key.verifierKey());
      }
    }
    return lines.isEmpty() ? List.of("there are no keys yet; iam:bootstrap creates them") : lines;
  }

  private static String since(KeyView key) {
    return switch (key.status()) {
      case PENDING -> "can sign from " + key.signsFrom();
      case ACTIVE -> "signing since " + key.activatedAt();
      case OVERLAP -> "verifies until " + key.retiresAt();
      case RETIRED -> "retired at " + key.endedAt();
      case REVOKED -> "revoked at " + key.endedAt();
    };
  }
}
