package io.iamplane.ops;

import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.StartUpCheck.Finding;
import io.iamplane.shared.StartUpCheck.Severity;
import io.iamplane.shared.wire.Data;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;
import org.eclipse.microprofile.health.Readiness;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** The state of this installation, as the platform's administrators see it. */
@RunOnVirtualThread
@Path("/api/iam/v1/installation")
public class InstallationResource {

  private static final String READ = "iam:installation.read";

  private final ProbesCheck probes;
  private final StartUpChecks settings;

  InstallationResource(@Readiness ProbesCheck probes, StartUpChecks settings) {
    this.probes = probes;
    this.settings = settings;
  }

  /**
   * The state of the server that answers; each server has its own.
   *
   * @param checks the dependencies that the service cannot work without
   * @param findings the unsafe settings, in the order of their names
   */
  @RegisterForReflection
  public record InstallationView(List<CheckView> checks, List<FindingView> findings) {}

  /** The state of a dependency, by the name of its readiness check. */
  @RegisterForReflection
  public record CheckView(String name, boolean ready) {}

  /**
   * An unsafe setting, without its value.
   *
   * @param severe true if a production start with it is refused
   */
  @RegisterForReflection
  public record FindingView(boolean severe, String setting, String problem, String remedy) {

    static FindingView of(Finding finding) {
      return new FindingView(
          finding.severity() == Severity.SEVERE,
          finding.setting(),
          finding.problem(),
          finding.remedy());
    }
  }

  @GET
  @RequiresPermission(value = READ, platform = true)
  @Operation(
      summary = "Show the readiness checks and the unsafe settings of the server that responds",
      description =
          "Runs the start-up checks again. In production, a server with severe findings does not"
              + " start.")
  public Data<InstallationView> get() {
    return new Data<>(
        new InstallationView(
            probes.askAll().join().entrySet().stream()
                .map(probe -> new CheckView(probe.getKey(), probe.getValue()))
                .toList(),
            settings.findings().stream().map(FindingView::of).toList()));
  }
}
