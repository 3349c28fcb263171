package io.iamplane.chain.tree;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The definitions of RFC 6962, section 2.1, word for word and over the data of all leaves, as the
 * referee of the code that never has all of them. It remembers the hash of each range, else it
 * would be quadratic.
 */
public final class Rfc6962 {

  private record Range(int from, int to) {}

  private final List<byte[]> data;
  private final Map<Range, byte[]> remembered = new HashMap<>();

  public Rfc6962(List<byte[]> data) {
    this.data = data;
  }

  /** Leaves that are all different: the decimal digits of their positions. */
  public static Rfc6962 numbered(int leaves) {
    List<byte[]> data = new ArrayList<>();
    for (int i = 0; i < leaves; i++) {
      data.add(("record " + i).getBytes(StandardCharsets.UTF_8));
    }
    return new Rfc6962(data);
  }

  public int size() {
    return data.size();
  }

  public MerkleHash leaf(int index) {
    return MerkleHash.of(mth(index, index + 1));
  }

  /** MTH(D[0:n]). */
  public MerkleHash root(int n) {
    return MerkleHash.of(mth(0, n));
  }

  /** PATH(m, D[0:n]). */
  public List<MerkleHash> path(int m, int n) {
    return hashes(path(m, 0, n));
  }

  /** PROOF(m, D[0:n]), and nothing for the empty tree. */
  public List<MerkleHash> proof(int m, int n) {
    return m == 0 ? List.of() : hashes(subproof(m, 0, n, true));
  }

  private byte[] mth(int from, int to) {
    Range range = new Range(from, to);
    byte[] known = remembered.get(range);
    if (known == null) {
      known = computed(from, to);
      remembered.put(range, known);
    }
    return known;
  }

  private byte[] computed(int from, int to) {
    int n = to - from;
    if (n == 0) {
      return sha256(new byte[0]);
    }
    if (n == 1) {
      return sha256(new byte[] {0}, data.get(from));
    }
    int k = split(n);
    return sha256(new byte[] {1}, mth(from, from + k), mth(from + k, to));
  }

  private List<byte[]> path(int m, int from, int to) {
    int n = to - from;
    if (n == 1) {
      return List.of();
    }
    int k = split(n);
    return m < k
        ? with(path(m, from, from + k), mth(from + k, to))
        : with(path(m - k, from + k, to), mth(from, from + k));
  }

  private List<byte[]> subproof(int m, int from, int to, boolean whole) {
    int n = to - from;
    if (m == n) {
      return whole ? List.of() : List.of(mth(from, to));
    }
    int k = split(n);
    return m <= k
        ? with(subproof(m, from, from + k, whole), mth(from + k, to))
        : with(subproof(m - k, from + k, to, false), mth(from, from + k));
  }

  /** The largest power of two smaller than n. */
  private static int split(int n) {
    int k = 1;
    while (k * 2 < n) {
      k *= 2;
    }
    return k;
  }

  private static List<byte[]> with(List<byte[]> proof, byte[] next) {
    List<byte[]> longer = new ArrayList<>(proof);
    longer.add(next);
    return longer;
  }

  private static List<MerkleHash> hashes(List<byte[]> proof) {
    return proof.stream().map(MerkleHash::of).toList();
  }

  private static byte[] sha256(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    try {
      return MessageDigest.getInstance("SHA-256").digest(all.toByteArray());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
