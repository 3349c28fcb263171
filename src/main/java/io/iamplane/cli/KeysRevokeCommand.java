package io.iamplane.cli;

import io.iamplane.key.KeyRotation;
import io.iamplane.key.SigningKey;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code iam:keys:revoke}. */
@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:keys:revoke",
    header = "Take a signing key out at once, because it may have leaked.",
    description = {
      "%nEvery token that the key signed is refused by all servers within a second, and by others",
      "once their copy of the JWKS has expired (five minutes). If the key signs, the standby takes",
      "its place. Checkpoints that an audit key signed do not count any more. Final; recorded in",
      "the platform's chain as iam.key.revoked (risk: critical)."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the key is revoked",
      "2:wrong usage: arguments or settings, or there is no such key",
      "3:the database was unavailable, or there is no platform organization"
    },
    footer =
        "  iam iam:keys:revoke --kid WZCUOBmKsZ9gXfM1YyYHnxqzZ1wmPyJvHgAaRg9ocDo --reason \"INC-42\"")
final class KeysRevokeCommand extends JsonCommand implements Callable<Integer> {

  private static final int LONGEST = 500;

  private final KeyJobs keys;
  private final Output output;

  @Option(
      names = "--kid",
      required = true,
      paramLabel = "KID",
      description = "The key, as iam:keys:list names it.")
  String kid = "";

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "Why; it is recorded.")
  String reason = "";

  KeysRevokeCommand(KeyJobs keys, Output output) {
    this.keys = keys;
    this.output = output;
  }

  /**
   * The output of {@code --json}.
   *
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

    List<String> lines() {
      List<String> lines = new ArrayList<>();
      lines.add(kid + (revoked ? ": revoked" : ": was revoked before"));
      lines.add(
          active == null
              ? "No key signs: the key provider was away. Run iam:keys:rotate --due when it is back."
              : active + " signs");
      if (activatedEarly) {
        lines.add(
            "It was published less than six minutes before: verifiers that hold an older JWKS refuse"
                + " valid tokens until they fetch it again, for five minutes at most.");
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
          "--reason must be 1 to 500 characters, without control characters");
    }
    View done = View.of(kid, revoke());
    output.print(json, done, done.lines());
    return ExitCode.DONE;
  }

  private KeyRotation revoke() {
    try {
      return keys.revoke(kid, reason);
    } catch (IamException e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        throw CommandException.usage("there is no key " + kid);
      }
      throw e;
    }
  }
}
