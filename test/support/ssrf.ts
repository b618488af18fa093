/**
 * Addresses that lead a server to places where only it can go, however they are written. `{port}` is somebody's who
 * listens on this machine.
 */

/** Addresses of this machine. Some are invalid URLs, or URLs of other protocols. */
export const loopbackUrls: string[] = [
  "http://127.0.0.1:{port}/",
  "https://127.0.0.1:{port}/",
  "HTTP://127.0.0.1:{port}/",
  "http://127.8.9.10:{port}/",
  // Fewer parts, and digits of other bases.
  "http://127.1:{port}/",
  "http://127.0.1:{port}/",
  "http://2130706433:{port}/",
  "http://0177.0.0.1:{port}/",
  "http://0177.1:{port}/",
  "http://017700000001:{port}/",
  "http://0000000017700000001:{port}/",
  "http://0x7f.0.0.1:{port}/",
  "http://0x7f.1:{port}/",
  "http://0x7f000001:{port}/",
  "http://0X7F.0x0.00.0x01:{port}/",
  "http://127.0.0.01:{port}/",
  "http://127.0.0.1:0{port}/",
  // Other characters.
  "http://127.0.0.1.:{port}/",
  "http://%31%32%37.0.0.1:{port}/",
  "http://127%2e0%2e0%2e1:{port}/",
  "http://\uff11\uff12\uff17.0.0.1:{port}/",
  "http://\u2460\u2461\u2466.\u24ea.\u24ea.\u2460:{port}/",
  "http://127\u30020\u30020\u30021:{port}/",
  "http://127\uff610\uff610\uff611:{port}/",
  "http://127.0.0\u00ad.1:{port}/",
  "http://127.0.0.1\u200b:{port}/",
  "http://127.0.\n0.1:{port}/",
  "\thttp://127.0.0.1:{port}/",
  // Names.
  "http://localhost:{port}/",
  "https://localhost:{port}/",
  "http://LOCALHOST:{port}/",
  "http://\uff4cocalhost:{port}/",
  "http://localhost.:{port}/",
  "http://app.localhost:{port}/",
  // Misleading parts beside the host.
  "http://public.example@127.0.0.1:{port}/",
  "http://public.example:80@127.0.0.1:{port}/",
  "http://127.0.0.1:{port}\\@public.example/",
  "http://127.0.0.1:{port}#@public.example/",
  "http://127.0.0.1:{port}?@public.example/",
  "http:\\\\127.0.0.1:{port}\\",
  "http:/127.0.0.1:{port}/",
  "http:127.0.0.1:{port}/",
  "http:///127.0.0.1:{port}/",
  // The unspecified address, which also leads to this machine.
  "http://0.0.0.0:{port}/",
  "http://0:{port}/",
  "http://0x0:{port}/",
  "http://[::]:{port}/",
  // IPv6.
  "http://[::1]:{port}/",
  "http://[0:0:0:0:0:0:0:1]:{port}/",
  "http://[0000::0001]:{port}/",
  "http://[::1%25lo]:{port}/",
  "http://[::ffff:127.0.0.1]:{port}/",
  "http://[::FFFF:7F00:1]:{port}/",
  "http://[0:0:0:0:0:ffff:127.0.0.1]:{port}/",
  // Other protocols.
  "gopher://127.0.0.1:{port}/_POST",
  "ftp://127.0.0.1:{port}/",
  "dict://127.0.0.1:{port}/",
  "ws://127.0.0.1:{port}/",
  "file:///etc/passwd",
  "javascript:fetch('http://127.0.0.1:{port}/')",
];

/** Addresses outside of the public internet. No real server may get these URLs. */
export const innerUrls: string[] = [
  "http://0.1.2.3/",
  "http://10.0.0.1/",
  "http://172.16.0.1/",
  "http://172.31.255.254/",
  "http://192.168.0.1/",
  "http://100.64.0.1/",
  // The metadata of a cloud.
  "http://169.254.169.254/latest/meta-data/",
  "http://2852039166/",
  "http://0xa9fea9fe/",
  "http://[::ffff:a9fe:a9fe]/",
  "http://[fd00:ec2::254]/",
  // Ranges for documentation, benchmarks, relays, multicast, reserved use and broadcast.
  "http://192.0.0.8/",
  "http://192.0.2.1/",
  "http://198.18.0.1/",
  "http://192.88.99.1/",
  "http://224.0.0.1/",
  "http://240.0.0.1/",
  "http://255.255.255.255/",
  // IPv6 that carries IPv4.
  "http://[::127.0.0.1]/",
  "http://[::ffff:0:127.0.0.1]/",
  "http://[64:ff9b::127.0.0.1]/",
  "http://[64:ff9b:1::a00:1]/",
  "http://[2002:7f00:1::]/",
  "http://[2001:0:7f00:1::]/",
  // Unique local, link-local, site-local, multicast, documentation, routing, unassigned and discarded ranges.
  "http://[fd12:3456:789a::1]/",
  "http://[fe80::1]/",
  "http://[fec0::1]/",
  "http://[ff02::1]/",
  "http://[2001:db8::1]/",
  "http://[3fff::1]/",
  "http://[5f00::1]/",
  "http://[4000::1]/",
  "http://[100::1]/",
  // Names.
  "http://private.example/",
  "https://metadata.example/",
  "http://six.example/",
  "http://mixed.example/",
  "http://loopback.example/",
  "http://mapped.example/",
  "http://public.example@10.0.0.1/",
  "http://10.0.0.1\\@public.example/",
];

/** The addresses of the names. */
export const innerNames: Record<string, string[]> = {
  "public.example": ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
  "private.example": ["10.1.2.3"],
  "metadata.example": ["169.254.169.254"],
  "mixed.example": ["93.184.215.14", "127.0.0.1"],
  "six.example": ["fd00::1"],
  "loopback.example": ["127.0.0.1"],
  "mapped.example": ["::ffff:127.0.0.1"],
  localhost: ["127.0.0.1", "::1"],
  "localhost.": ["127.0.0.1"],
  "app.localhost": ["127.0.0.1"],
};
