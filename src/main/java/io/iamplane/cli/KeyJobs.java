package io.iamplane.cli;

import io.iamplane.job.JobResult;
import io.iamplane.key.KeyPurpose;
import io.iamplane.key.KeyRotation;
import io.iamplane.key.SigningKey;
import io.iamplane.key.SigningKeys;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The steps of signing keys, in servers and as commands. */
@Singleton
class KeyJobs {

  private final CommandOrganization organizations;
  private final SigningKeys keys;

  KeyJobs(CommandOrganization organizations, SigningKeys keys) {
    this.organizations = organizations;
    this.keys = keys;
  }

  /**
   * The keys of a purpose after a step, as {@code --json} prints it.
   *
   * @param rotatesFrom the time from which the next rotation is possible
   * @param untrusted the verifier key that has to be pinned before the audit key can be rotated
   */
  @RegisterForReflection
  record StepView(
      KeyPurpose purpose,
      boolean rotated,
      boolean changed,
      @Nullable String active,
      @Nullable Instant rotatesFrom,
      @Nullable String untrusted) {

    static StepView of(KeyRotation done) {
      return new StepView(
          done.purpose(),
          done.isRotated(),
          done.isChanged(),
          done.active().map(SigningKey::kid).orElse(null),
          done.rotatesFrom(),
          done.untrusted());
    }

    String line() {
      if (untrusted != null) {
        return "%s: NOT rotated; add the standby key to IAM_AUDIT_TRUSTED_KEYS: %s"
            .formatted(purpose.wire(), untrusted);
      }
      if (active == null) {
        return changed || rotatesFrom != null
            ? "%s: no key is signing; the next run creates one".formatted(purpose.wire())
            : "%s: there is no key yet".formatted(purpose.wire());
      }
      return "%s: %s is%s the signing key%s"
          .formatted(
              purpose.wire(),
              active,
              rotated ? " now" : "",
              changed || rotated ? "" : "; nothing was due");
    }
  }

  @RegisterForReflection
  record DueView(List<StepView> purposes) implements JobCommand.View {

    @Override
    public List<String> lines() {
      return purposes.stream().map(StepView::line).toList();
    }

    @Override
    public JobResult result() {
      boolean isWaiting = purposes.stream().anyMatch(each -> each.untrusted() != null);
      return new JobResult(
          isWaiting ? ExitCode.FINDING : ExitCode.DONE, String.join("; ", lines()));
    }
  }

  /** Takes the steps that are due; safe to run twice and beside another. */
  DueView due(Function<OrganizationId, Caller> actor) {
    return Failures.unknownIfRefused(() -> {
      Caller caller = organizations.platformCaller(actor);
      return new DueView(
          Arrays.stream(KeyPurpose.values())
              .map(purpose -> StepView.of(keys.stepDue(caller, purpose)))
              .toList());
    });
  }

  StepView rotate(KeyPurpose purpose) {
    return StepView.of(keys.rotate(organizations.platformCaller(CommandCaller::of), purpose));
  }

  KeyRotation revoke(String kid, String reason) {
    return keys.revoke(organizations.platformCaller(CommandCaller::of), kid, reason);
  }
}
