package io.iamplane.cli;

import io.iamplane.key.KeyPurpose;
import io.iamplane.key.KeyRotation;
import io.iamplane.key.SigningKey;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:keys:revoke",
    header = "Immediately revoke a signing key that may have leaked.",
    description = {
      "%nWithin a second, all servers reject the tokens that the key signed; other verifiers",
      "reject them once their copies of the JWKS have expired, after at most five minutes. If the",
      "key was the signing key, the standby replaces it. Checkpoints signed by a revoked audit key",
      "are no longer trusted. A revocation is final; the platform's audit log records it as",
      "iam.key.revoked (risk: critical)."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the key is revoked",
      "2:wrong usage: arguments or settings, or an unknown key",
      "3:the database was unavailable, or there is no platform organization"
    },
    footer =
        "  iam iam:keys:revoke --kid WZCUOBmKsZ9gXfM1YyYHnxqzZ1wmPyJvHgAaRg9ocDo --reason"
            + " \"INC-42\"")
final class KeysRevokeCommand extends JsonCommand {

  private static final int LONGEST = 500;

  private final KeyJobs keys;

  @Option(
      names = "--kid",
      required = true,
      paramLabel = "KID",
      description = "Id of the key, as shown by iam:keys:list.")
  String kid = "";

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "Reason for the revocation, for the audit log.")
  String reason = "";

  KeysRevokeCommand(KeyJobs keys, Output output) {
    super(output);
    this.keys = keys;
  }

  /**
   * @param revoked false if it was revoked before
   * @param active the key of its purpose that signs now
   * @param activatedEarly true if verifiers may not know that one yet
   */
  @RegisterForReflection
  record View(String kid, boolean revoked, @Nullable String active, boolean activatedEarly) {

    static View of(String kid, KeyRotation done) {
      SigningKey active = done.active().orElse(null);
      return new View(
          kid,
          done.isChanged(),
          active == null ? null : active.kid(),
          done.isRotated() && active != null && active.activatedEarly());
    }

    List<String> lines(KeyPurpose purpose) {
      List<String> lines = new ArrayList<>();
      lines.add(kid + (revoked ? ": revoked" : ": was already revoked"));
      lines.add(
          active == null
              ? "No key is signing: the key provider was unavailable. Run iam:keys:rotate --due"
                  + " when it is available again."
              : active + " is the signing key");
      if (activatedEarly && purpose == KeyPurpose.TOKEN) {
        lines.add(
            "It was published less than six minutes ago: for up to five minutes, verifiers with an"
                + " older JWKS may reject tokens that it signed.");
      }
      return lines;
    }
  }

  @Override
  public Integer call() {
    if (reason.isBlank()
        || reason.length() > LONGEST
        || reason.chars().anyMatch(Character::isISOControl)) {
      throw CommandException.usage(
          "--reason must be 1 to 500 characters long, not blank, and without control characters");
    }
    KeyRotation revoked =
        CommandException.usageUnlessFound(() -> keys.revoke(kid, reason), "there is no key " + kid);
    View view = View.of(kid, revoked);
    return done(view, view.lines(revoked.purpose()));
  }
}
