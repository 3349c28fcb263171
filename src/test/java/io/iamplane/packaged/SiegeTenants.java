package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.path.json.JsonPath;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** An installation with a tenant, and as many attackers' tenants as are admitted. */
record SiegeTenants(PackagedTenant platform, PackagedTenant victim) {

  static SiegeTenants of(JsonPath seats) {
    return new SiegeTenants(seat(seats, "platform"), seat(seats, "tenant"));
  }

  private static PackagedTenant seat(JsonPath seats, String organization) {
    return new PackagedTenant(
        seats.getString(organization + ".client_id"),
        seats.getString(organization + ".client_secret"));
  }

  /**
   * Makes a tenant with a client that administers it, as a copy of the victim's: no command and no
   * request gives a second tenant an administrator.
   */
  PackagedTenant admit(String key, PackagedApp server, String url) throws SQLException {
    return admit(key, 1, server, url).getFirst();
  }

  /** The same with several clients, each of which administers the tenant. */
  List<PackagedTenant> admit(String key, int clients, PackagedApp server, String url)
      throws SQLException {
    var made =
        PackagedTenant.post(
            server,
            platform.token(server),
            "/api/iam/v1/organizations",
            "{\"key\": \"%s\", \"name\": \"Mallory\"}".formatted(key));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    String organization = JsonPath.from(made.body()).getString("data.id");
    List<PackagedTenant> admitted = new ArrayList<>();
    try (Connection owner = DriverManager.getConnection(url, "postgres", "postgres")) {
      for (int i = 0; i < clients; i++) {
        String client = key + "-client" + (i == 0 ? "" : i);
        Copy copy = new Copy(owner, organization, UUID.randomUUID().toString(), client);
        copy.rows("iam_service_accounts", "id = (SELECT subject_id::uuid", victim);
        copy.rows("iam_grants", "subject_id = (SELECT subject_id", victim);
        copy.rows("iam_clients", "client_id = (SELECT client_id", victim);
        admitted.add(new PackagedTenant(client, victim.clientSecret()));
      }
    }
    return admitted;
  }

  /** Copies rows of one client's account to another organization, account and client. */
  private record Copy(Connection owner, String organization, String account, String client) {

    private void rows(String table, String from, PackagedTenant of) throws SQLException {
      String sql =
          """
          INSERT INTO %1$s SELECT (jsonb_populate_record(t, jsonb_strip_nulls(jsonb_build_object(
              'organization_id', ?, 'id', ?, 'subject_id', ?, 'client_id', ?)))).*
          FROM %1$s t WHERE %2$s FROM iam_clients WHERE client_id = ?)
          """
              .formatted(table, from);
      try (PreparedStatement insert = owner.prepareStatement(sql)) {
        insert.setString(1, organization);
        insert.setString(2, account);
        insert.setString(3, account);
        insert.setString(4, client);
        insert.setString(5, of.clientId());
        assertThat(insert.executeUpdate()).as(table).isPositive();
      }
    }
  }
}
