package io.iamplane.catalog.application;

import io.iamplane.change.CallerChanges;
import io.iamplane.directory.account.AccountClients;
import io.iamplane.directory.client.ClientView;
import io.iamplane.directory.client.RotateSecretRequest;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.wire.Answer;
import io.iamplane.shared.wire.Data;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.HttpHeaders;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/**
 * The client of an application itself. Its entity tag is that of its service account, which rises
 * with every change of either; the application has one of its own.
 */
@RunOnVirtualThread
@Path("/api/iam/v1/applications")
public class ApplicationClientResource {

  private static final String MANAGE = "iam:clients.manage";

  private final ApplicationService applications;
  private final AccountClients clients;
  private final CallerChanges changes;

  ApplicationClientResource(
      ApplicationService applications, AccountClients clients, CallerChanges changes) {
    this.applications = applications;
    this.clients = clients;
    this.changes = changes;
  }

  @GET
  @Path("{application}/client")
  @RequiresPermission("iam:applications.read")
  @Operation(summary = "Read the state of an application's client, without its secret")
  public RestResponse<Data<ClientView>> get(@PathParam("application") String application) {
    return answer(clients.get(changes.organization(), account(application)));
  }

  @POST
  @Path("{application}/rotate-secret")
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Create a new secret for an application's client",
      description =
          "The current secret remains valid during the grace period. Only this response "
              + "shows the new secret.")
  public RestResponse<Data<ClientView>> rotate(
      @PathParam("application") String application,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
      @Valid @Nullable RotateSecretRequest request) {
    return answer(
        changes.policy(
            recording -> clients.rotate(recording, account(application), request, ifMatch)));
  }

  @POST
  @Path("{application}/revoke-client")
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Revoke an application's client and its tokens",
      description = "Creating a new secret reactivates the client.")
  public RestResponse<Data<ClientView>> revoke(
      @PathParam("application") String application,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
    return answer(
        changes.policy(recording -> clients.delete(recording, account(application), ifMatch)));
  }

  private String account(String application) {
    ServiceAccountId account =
        applications.get(changes.organization(), application).serviceAccountId();
    if (account == null) {
      throw IamException.notFound();
    }
    return account.toString();
  }

  private static RestResponse<Data<ClientView>> answer(AccountClients.Shown shown) {
    ClientView client = shown.client();
    if (client == null) {
      throw IamException.notFound();
    }
    return Answer.of(client, shown.account().revision());
  }
}
