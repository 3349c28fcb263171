package io.iamplane.directory.account;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.change.CallerChanges;
import io.iamplane.directory.account.AccountClients.Shown;
import io.iamplane.directory.client.ClientView;
import io.iamplane.directory.client.RotateSecretRequest;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.json.MergePatch;
import io.iamplane.shared.wire.Answer;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.shared.wire.Parameters;
import io.iamplane.shared.wire.Patch;
import io.quarkus.arc.All;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** The machines of the caller's organization, named by id or external id. */
@RunOnVirtualThread
@Path("/api/iam/v1/service-accounts")
public class ServiceAccountResource {

  private static final String READ = "iam:service_accounts.read";
  private static final String MANAGE = "iam:service_accounts.manage";
  private static final String PATH = "/api/iam/v1/service-accounts/";

  private final ServiceAccountService accounts;
  private final AccountClients clients;
  private final List<AccountKeeper> keepers;
  private final CallerChanges changes;

  ServiceAccountResource(
      ServiceAccountService accounts,
      AccountClients clients,
      @All List<AccountKeeper> keepers,
      CallerChanges changes) {
    this.accounts = accounts;
    this.clients = clients;
    this.keepers = keepers;
    this.changes = changes;
  }

  @GET
  @RequiresPermission(READ)
  @Operation(summary = "List service accounts, oldest first")
  public DataPage<ServiceAccountView> list(
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("filter[status]") @Nullable String status) {
    ServiceAccount.Status filter =
        Parameters.choice("filter[status]", ServiceAccount.Status.class, status);
    ListRequest list = ListRequest.of("service-accounts", limit, cursor, status);
    OrganizationId organization = changes.organization();
    Page<ServiceAccount> page = accounts.page(organization, list.page(), filter);
    Map<String, ClientView> views = clients.of(organization, page.items());
    return list.answer(
        page, account -> ServiceAccountView.of(account, views.get(account.id().toString())));
  }

  @POST
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Create a service account with a client",
      description = "Only this response shows the client's secret.")
  @ResponseStatus(201)
  public RestResponse<Data<ServiceAccountView>> create(
      @NotNull @Valid CreateServiceAccountRequest request) {
    Shown made = changes.policy(recording -> clients.create(recording, request));
    ServiceAccount account = made.account();
    return Answer.created(
        PATH + account.id(), ServiceAccountView.of(account, made.client()), account.revision());
  }

  @GET
  @Path("{service_account}")
  @RequiresPermission(READ)
  @Operation(summary = "Read a service account")
  public RestResponse<Data<ServiceAccountView>> get(@PathParam("service_account") String account) {
    return answer(clients.get(changes.organization(), account));
  }

  @PATCH
  @Consumes({MediaType.APPLICATION_JSON, MergePatch.MEDIA_TYPE})
  @Path("{service_account}")
  @RequiresPermission(MANAGE)
  @Operation(summary = "Change a service account's name, status, scopes or attributes")
  public RestResponse<Data<ServiceAccountView>> update(
      @PathParam("service_account") String account,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
      @RequestBody(
              required = true,
              content =
                  @Content(schema = @Schema(implementation = UpdateServiceAccountRequest.class)))
          Patch<UpdateServiceAccountRequest> patch) {
    return answer(
        changes.policy(recording -> {
          if (AccountClients.namesClient(patch)) {
            requireFree(recording.organization(), account);
          }
          return clients.update(recording, account, patch, ifMatch);
        }));
  }

  @DELETE
  @Path("{service_account}")
  @RequiresPermission(MANAGE)
  @Operation(summary = "Suspend a service account and revoke its client; nothing is deleted")
  public RestResponse<Data<ServiceAccountView>> delete(
      @PathParam("service_account") String account,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
    return answer(
        changes.policy(recording -> {
          requireFree(recording.organization(), account);
          return clients.delete(recording, account, ifMatch);
        }));
  }

  @POST
  @Path("{service_account}/rotate-secret")
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Create a new secret for a service account's client",
      description =
          "The current secret remains valid during the grace period. Only this response "
              + "shows the new secret.")
  public RestResponse<Data<ServiceAccountView>> rotate(
      @PathParam("service_account") String account,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
      @Valid @Nullable RotateSecretRequest request) {
    return answer(
        changes.policy(recording -> {
          requireFree(recording.organization(), account);
          return clients.rotate(recording, account, request, ifMatch);
        }));
  }

  private static RestResponse<Data<ServiceAccountView>> answer(Shown shown) {
    return Answer.of(
        ServiceAccountView.of(shown.account(), shown.client()), shown.account().revision());
  }

  /** Refuses to touch the client of an application, which needs another permission. */
  private void requireFree(OrganizationId organization, String reference) {
    ServiceAccount account = accounts.get(organization, reference);
    keepers.stream()
        .map(keeper -> keeper.pathOf(organization, account.id()))
        .flatMap(Optional::stream)
        .findFirst()
        .ifPresent(path -> {
          throw IamException.conflict(
              ("This account belongs to an application; change its client with %1$s/rotate-secret or"
                      + " %1$s/revoke-client.")
                  .formatted(path));
        });
  }

  /** A service account as the API shows it, with the client that gets its tokens, if it has one. */
  @RegisterForReflection
  public record ServiceAccountView(
      String id,
      @Nullable String externalId,
      String name,
      ServiceAccount.Status status,
      Map<String, Object> attributes,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ClientView client,
      Instant createdAt) {

    static ServiceAccountView of(ServiceAccount account, @Nullable ClientView client) {
      return new ServiceAccountView(
          account.id().toString(),
          account.externalId(),
          account.name(),
          account.status(),
          account.attributes(),
          client,
          account.createdAt());
    }
  }
}
