package io.iamplane.catalog.application;

import io.iamplane.change.Recording;
import io.iamplane.change.TenantStore;
import io.iamplane.database.Keyset;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.ServiceAccountId;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_applications}. */
@Singleton
public class ApplicationStore extends TenantStore<ApplicationEntity, Application> {

  private static final String SELECT = "SELECT * FROM iam_applications WHERE organization_id = ?";

  public Optional<Application> byKey(OrganizationId organization, String key) {
    return one("id.organizationId = ?1 and key = ?2", organization.value(), key);
  }

  Optional<Application> byAccount(OrganizationId organization, ServiceAccountId account) {
    return rows(ApplicationEntity.class, ofAccount(organization, account)).stream().findFirst();
  }

  static Keyset ofAccount(OrganizationId organization, ServiceAccountId account) {
    return Keyset.of(SELECT, "service_account_id", organization.value())
        .filter("service_account_id = ?", account.value())
        .rows(1);
  }

  Page<Application> page(OrganizationId organization, PageRequest page, @Nullable String status) {
    Keyset query = query(organization, page, status);
    return Page.cut(rows(ApplicationEntity.class, query), page.limit(), Application::key);
  }

  static Keyset query(OrganizationId organization, PageRequest page, @Nullable String status) {
    String after = page.after();
    return Keyset.of(SELECT, "key", organization.value())
        .filter("status = ?", status)
        .after(after == null ? "" : after)
        .rows(page.limit() + 1);
  }

  List<Application> all(OrganizationId organization) {
    return all("id.organizationId = ?1 order by key", organization.value());
  }

  public void insert(Recording recording, Application application) {
    insert(recording, ApplicationEntity.of(recording.organization(), application), application);
  }

  public void update(Recording recording, Application application) {
    update(recording, application.id(), application);
  }
}
