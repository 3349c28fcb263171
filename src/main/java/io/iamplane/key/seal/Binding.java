package io.iamplane.key.seal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The place that a sealed value belongs to. It is authenticated with the value, so that a value
 * moved to another row, tenant or table does not open there.
 *
 * @param organization the tenant's id, or {@code platform} for values of the installation
 */
public record Binding(String table, String organization, String keyId, int version) {

  public static final String PLATFORM = "platform";

  /** Each part with its length before it: no two places share one form. */
  public byte[] bytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (String part : new String[] {table, organization, keyId, Integer.toString(version)}) {
      byte[] text = part.getBytes(StandardCharsets.UTF_8);
      out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(text.length).array());
      out.writeBytes(text);
    }
    return out.toByteArray();
  }
}
